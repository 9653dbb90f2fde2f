import { Film, Link2, Maximize, Minus, Plus, SlidersHorizontal, Volume2, VolumeX, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { clockSeconds, minutesSeconds } from "../../format/times";
import type { Playback } from "../../playback/playback";
import type { ReplayModel } from "../../session/replay-model";
import { Button, IconButton } from "../../ui/button";
import { classes } from "../../ui/classes";
import { Field } from "../../ui/field";
import { fieldOf } from "../../ui/forms/submit-handler";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import { SplitHandle } from "../../ui/split-handle";
import styles from "./video-pane.module.css";

interface Source {
  name: string;
  address: string;
  isLocal: boolean;
}

/** A video beside the replay, in step with its clock. A local file is read by the browser and not sent. */
export function VideoPane({ model, onClose }: { model: ReplayModel; onClose: () => void }) {
  const [source, setSource] = useState<Source | null>(null);
  const [isMuted, setMuted] = useState(true);
  const [isBroken, setBroken] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => () => void (source?.isLocal && URL.revokeObjectURL(source.address)), [source]);
  const isPlaying = source !== null && !isBroken;
  return (
    <section className={styles.pane} aria-label="Video" data-plays={isPlaying || undefined}>
      <div className={styles.head}>
        <span className={styles.name}>
          <Icon of={Film} />
          <b className="two-lines">{source?.name ?? "Video"}</b>
          {source && <Badge>{source.isLocal ? "local file" : "link"}</Badge>}
        </span>
        {isPlaying && (
          <>
            <IconButton
              icon={isMuted ? VolumeX : Volume2}
              label={isMuted ? "Sound on" : "Sound off"}
              onClick={() => setMuted(!isMuted)}
            />
            <IconButton
              icon={Maximize}
              label="Full screen"
              onClick={() => video.current && void showFullScreen(video.current)}
            />
          </>
        )}
        <IconButton icon={X} label="Close the video" onClick={onClose} />
      </div>
      {isBroken && <Broken name={source!.name} isLocal={source!.isLocal} />}
      {isPlaying ? (
        <VideoPlayer
          key={source.address}
          model={model}
          video={video}
          address={source.address}
          isMuted={isMuted}
          onBroken={() => setBroken(true)}
        />
      ) : (
        <Choose
          onChoose={(next) => {
            setSource(next);
            setBroken(false);
          }}
        />
      )}
    </section>
  );
}

function Broken({ name, isLocal }: { name: string; isLocal: boolean }) {
  return (
    <p className={styles.broken} role="alert">
      {`${name} could not be played. This browser plays MP4 and WebM files. `}
      {isLocal ? "Choose another file." : "The address must be that of the file itself, not of a page that shows it."}
    </p>
  );
}

/** A page opened by a share link requests nothing from others: its content policy does not allow linked videos. */
const mayLink = () => !new URLSearchParams(location.search).has("share_id");

const ADDRESS = /^\s*https:\/\/\S+\s*$/;
const NO_ADDRESS = "Write an address that begins with https://.";

function Choose({ onChoose }: { onChoose: (source: Source) => void }) {
  const form = useForm({ defaultValues: { link: "" } });
  const open = form.handleSubmit(({ link }) => {
    const address = link.trim();
    onChoose({ name: address.split("/").at(-1) || address, address, isLocal: false });
  });
  const choose = (file: File | undefined) =>
    file && onChoose({ name: file.name, address: URL.createObjectURL(file), isLocal: true });
  return (
    <div className={styles.choose}>
      <label className={styles.file}>
        Choose a video file
        <input
          type="file"
          accept="video/*"
          className="visually-hidden"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </label>
      <p className="small secondary">The file stays on this device.</p>
      {mayLink() && (
        <form className={styles.link} noValidate onSubmit={open}>
          <Field
            label="Or the address of a video file"
            inputMode="url"
            placeholder="https://"
            {...fieldOf(form, "link", { validate: (link) => ADDRESS.test(link) || NO_ADDRESS })}
          />
          <Button type="submit">Open</Button>
        </form>
      )}
    </div>
  );
}

/** A video element of an iPhone, which shows full screen in a player of its own only. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Shows a video in full screen. Where the browser refuses, the video stays where it is. */
export async function showFullScreen(video: HTMLVideoElement): Promise<void> {
  try {
    if (video.requestFullscreen) await video.requestFullscreen();
    else (video as PhoneVideo).webkitEnterFullscreen?.();
  } catch {
    // Refused by the browser, as in a frame without the permission.
  }
}

/** Heights of the picture, px. *guess* */
const PICTURE_PX = { first: 230, min: 120 };
/** A position that no video has, s: seeking to it makes a browser read how long a stream is. */
const BEYOND_END_S = 1e7;

interface VideoPlayerProps {
  model: ReplayModel;
  video: RefObject<HTMLVideoElement | null>;
  address: string;
  isMuted: boolean;
  onBroken: () => void;
}

/** The picture and its place on the clock. It plays by itself until it is matched, then with the clock. */
function VideoPlayer({ model, video, address, isMuted, onBroken }: VideoPlayerProps) {
  const [duration_s, setDuration] = useState<number | null>(null);
  const { start_ms, match, shift, release } = useSync(model, video, duration_s);
  const [height_px, setHeight] = useState(PICTURE_PX.first);
  // On a phone the buttons are over the picture and hide what stands below it.
  const [isAdjusting, setAdjusting] = useState(true);
  return (
    <>
      <div className={styles.screen} style={{ "--picture": `${height_px}px` } as React.CSSProperties}>
        <video
          ref={video}
          src={address}
          muted={isMuted}
          controls={start_ms === null}
          controlsList="nofullscreen nodownload"
          disablePictureInPicture
          playsInline
          preload="auto"
          onDurationChange={(event) => setDuration(durationOf(event.currentTarget))}
          onError={onBroken}
        />
        {start_ms !== null && (
          <IconButton
            className={styles.adjust}
            icon={SlidersHorizontal}
            label="Place of the video on the clock"
            aria-expanded={isAdjusting}
            onClick={() => setAdjusting(!isAdjusting)}
          />
        )}
      </div>
      <SplitHandle
        className={styles.edge}
        orientation="horizontal"
        label="Height of the video"
        value={height_px}
        min={PICTURE_PX.min}
        max={Math.round(innerHeight * 0.6)}
        onChange={setHeight}
      />
      <div className={classes(styles.match, start_ms !== null && !isAdjusting && "only-wide")}>
        {start_ms === null ? (
          <NotMatched
            onMatch={() => {
              match();
              setAdjusting(false);
            }}
          />
        ) : (
          <Matched model={model} start_ms={start_ms} duration_s={duration_s} onShift={shift} onRelease={release} />
        )}
      </div>
    </>
  );
}

/** Keeps the video in step with the clock, and marks in the chart what it covers. */
function useSync(model: ReplayModel, video: RefObject<HTMLVideoElement | null>, duration_s: number | null) {
  const sync = useRef<VideoSync>(null);
  const [start_ms, setStart] = useState<number | null>(null);
  useEffect(() => {
    const made = new VideoSync(video.current!, model.playback);
    // The wind of the race may be estimated while a video is shown; the replay is then a new one.
    made.start_ms = sync.current?.start_ms ?? null;
    sync.current = made;
    return () => {
      made.dispose();
      model.state.cover = null;
    };
  }, [model, video]);
  useEffect(() => {
    model.state.cover =
      start_ms === null || duration_s === null ? null : { from_ms: start_ms, to_ms: start_ms + duration_s * 1000 };
  }, [model, start_ms, duration_s]);
  const act = (change: (sync: VideoSync) => void) => () => {
    if (!sync.current) return;
    change(sync.current);
    setStart(sync.current.start_ms);
  };
  return {
    start_ms,
    match: act((one) => one.match()),
    shift: (by_ms: number) => act((one) => one.shift(by_ms))(),
    release: act((one) => one.release()),
  };
}

/** Seconds; null while they are not known. Recordings of browsers do not state them: a seek makes the browser look. */
function durationOf(video: HTMLVideoElement): number | null {
  if (video.duration === Infinity) video.currentTime = BEYOND_END_S;
  else if (video.currentTime > 0 && video.currentTime >= video.duration) video.currentTime = 0;
  return Number.isFinite(video.duration) ? video.duration : null;
}

function NotMatched({ onMatch }: { onMatch: () => void }) {
  return (
    <>
      <p className="small secondary">
        Stop the video at a moment that you also see on the map, set the map to it, and match them.
      </p>
      <Button icon={Link2} onClick={onMatch}>
        Match here
      </Button>
    </>
  );
}

interface MatchedProps {
  model: ReplayModel;
  start_ms: number;
  /** Null until it is known. */
  duration_s: number | null;
  onShift: (by_ms: number) => void;
  onRelease: () => void;
}

/** The time of the first picture, moved by tenths of a second, and what the video covers. */
function Matched({ model, start_ms, duration_s, onShift, onRelease }: MatchedProps) {
  const { time_ms } = useSnapshot(model.playback.readout);
  const time = (at_ms: number) => clockSeconds(at_ms, model.zone);
  const end_ms = duration_s === null ? Infinity : start_ms + duration_s * 1000;
  const isCovered = time_ms >= start_ms && time_ms <= end_ms;
  return (
    <>
      <div className={styles.start}>
        <span className="small">Video starts at</span>
        <div className={styles.stepper}>
          <IconButton icon={Minus} label="Start 0.1 s earlier" onClick={() => onShift(-100)} />
          <output>{tenths(start_ms, model.zone)}</output>
          <IconButton icon={Plus} label="Start 0.1 s later" onClick={() => onShift(100)} />
        </div>
      </div>
      <p className="small secondary">
        {isCovered
          ? `Video ${minutesTenths((time_ms - start_ms) / 1000)} is ${time(time_ms)}. `
          : `No video at ${time(time_ms)}. `}
        {duration_s !== null && `It covers ${time(start_ms)} to ${time(end_ms)}.`}
      </p>
      <Button onClick={onRelease}>Match again</Button>
    </>
  );
}

/** "13:38:11.8" */
const tenths = (at_ms: number, zone: string | null) =>
  `${clockSeconds(at_ms, zone)}.${Math.floor((((at_ms % 1000) + 1000) % 1000) / 100)}`;

/** "3:08.2" */
function minutesTenths(seconds: number): string {
  const all = Math.round(seconds * 10);
  return `${minutesSeconds(Math.floor(all / 10))}.${all % 10}`;
}

/** Above this speed browsers do not play a video: its pictures are shown one by one. */
const MAX_PLAYED_SPEED = 10;
/** Largest difference of a video that plays from the clock, s of the video at speed 1. *guess* */
const MAX_DRIFT_S = 0.25;
/** Smallest step of a video that stands, s: half a picture at 25 Hz. *guess* */
const MIN_STEP_S = 0.02;

/** The part of HTMLVideoElement that is used. */
type VideoElement = Pick<
  HTMLVideoElement,
  "currentTime" | "duration" | "paused" | "seeking" | "playbackRate" | "play" | "pause"
>;

/** Keeps a video in step with the clock of a replay, from the moment it is matched. */
class VideoSync {
  /** Time of the first picture; null until a moment is matched. */
  start_ms: number | null = null;
  private readonly stop: () => void;

  constructor(
    private readonly video: VideoElement,
    private readonly playback: Playback,
  ) {
    this.stop = playback.loop.subscribe("video", () => this.follow());
  }

  /** The picture that is shown is that of the current time. */
  match(): number {
    this.start_ms = this.playback.time_ms - this.video.currentTime * 1000;
    this.playback.loop.request();
    return this.start_ms;
  }

  /** Moves the video by this much against the clock. */
  shift(by_ms: number): void {
    if (this.start_ms !== null) this.start_ms += by_ms;
    this.playback.loop.request();
  }

  /** The video is played by itself until it is matched again. */
  release(): void {
    this.start_ms = null;
    this.video.pause();
  }

  dispose(): void {
    this.stop();
  }

  private follow(): void {
    const { video, playback, start_ms } = this;
    if (start_ms === null) return;
    const at_s = (playback.time_ms - start_ms) / 1000;
    const { playing, speed } = playback.clock;
    const isCovered = at_s >= 0 && at_s <= video.duration;
    if (isCovered && playing && speed <= MAX_PLAYED_SPEED) this.play(at_s, speed);
    else this.showPicture(Math.min(Math.max(0, at_s), video.duration || 0));
  }

  private play(at_s: number, speed: number): void {
    const { video } = this;
    if (video.playbackRate !== speed) video.playbackRate = speed;
    if (Math.abs(video.currentTime - at_s) > MAX_DRIFT_S * speed && !video.seeking) video.currentTime = at_s;
    // A browser that refuses to play shows pictures still.
    if (video.paused) void video.play().catch(() => {});
  }

  private showPicture(at_s: number): void {
    const { video } = this;
    if (!video.paused) video.pause();
    if (!video.seeking && Math.abs(video.currentTime - at_s) > MIN_STEP_S) video.currentTime = at_s;
  }
}
