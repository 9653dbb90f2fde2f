import { Film, Link2, Maximize, Minus, Plus, Volume2, VolumeX, X } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Badge } from "../components/badge";
import { Button, IconButton } from "../components/button";
import { Icon } from "../components/icon";
import { clockSeconds } from "../format/times";
import type { ReplayModel } from "./replay-model";
import styles from "./video-pane.module.css";
import { VideoSync } from "./video-sync";

interface VideoPaneProps {
  model: ReplayModel;
  onClose: () => void;
}

interface Source {
  name: string;
  address: string;
  isLocal: boolean;
}

/** A video beside the replay, in step with its clock. A local file is read by the browser and not sent. */
export function VideoPane({ model, onClose }: VideoPaneProps) {
  const [source, setSource] = useState<Source | null>(null);
  useEffect(() => () => void (source?.isLocal && URL.revokeObjectURL(source.address)), [source]);
  return (
    <section className={styles.pane} aria-label="Video">
      <div className={styles.head}>
        <Icon of={Film} />
        <b className="truncate">{source?.name ?? "Video"}</b>
        {source && <Badge>{source.isLocal ? "local file" : "link"}</Badge>}
        <span className="grow" />
        <IconButton icon={X} label="Close the video" onClick={onClose} />
      </div>
      {source ? <Player key={source.address} model={model} source={source} /> : <Choose onChoose={setSource} />}
    </section>
  );
}

function Choose({ onChoose }: { onChoose: (source: Source) => void }) {
  const id = useId();
  const [link, setLink] = useState("");
  const [isWrong, setWrong] = useState(false);
  const open = () => {
    if (!/^https:\/\/\S+$/.test(link)) return setWrong(true);
    return onChoose({ name: link.split("/").at(-1) || link, address: link, isLocal: false });
  };
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
      <label htmlFor={id} className="small">
        Or the address of a video file
      </label>
      <div className={styles.row}>
        <input
          id={id}
          className={styles.link}
          value={link}
          placeholder="https://"
          aria-invalid={isWrong || undefined}
          onChange={(event) => {
            setLink(event.target.value);
            setWrong(false);
          }}
        />
        <Button onClick={open}>Open</Button>
      </div>
      {isWrong && (
        <p className="small" role="alert">
          Write an address that begins with https://.
        </p>
      )}
    </div>
  );
}

function Player({ model, source }: { model: ReplayModel; source: Source }) {
  const video = useRef<HTMLVideoElement>(null);
  const sync = useRef<VideoSync>(null);
  const [isMuted, setMuted] = useState(true);
  const [start_ms, setStart] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = new VideoSync(video.current!, model.playback);
    sync.current = made;
    return () => {
      made.dispose();
      model.state.cover = null;
    };
  }, [model]);
  useEffect(() => {
    const duration_s = video.current?.duration ?? NaN;
    model.state.cover =
      start_ms === null || Number.isNaN(duration_s) ? null : { from_ms: start_ms, to_ms: start_ms + duration_s * 1000 };
  }, [model, start_ms]);
  if (isBroken)
    return (
      <p className={styles.broken} role="alert">
        This browser can not play the video. It plays MP4 and WebM files; a link must be to the file itself.
      </p>
    );
  return (
    <>
      <div className={styles.screen}>
        <video
          ref={video}
          src={source.address}
          muted={isMuted}
          controls={start_ms === null}
          playsInline
          preload="auto"
          onError={() => setBroken(true)}
        />
        <div className={styles.corner}>
          <IconButton
            icon={isMuted ? VolumeX : Volume2}
            label={isMuted ? "Sound on" : "Sound off"}
            onClick={() => setMuted(!isMuted)}
          />
          <IconButton icon={Maximize} label="Full screen" onClick={() => void video.current?.requestFullscreen()} />
        </div>
      </div>
      <Matching model={model} video={video} sync={sync} start_ms={start_ms} onStart={setStart} />
    </>
  );
}

interface MatchingProps {
  model: ReplayModel;
  video: RefObject<HTMLVideoElement | null>;
  sync: RefObject<VideoSync | null>;
  start_ms: number | null;
  onStart: (start_ms: number | null) => void;
}

/** The time of the video's first picture: found by one click on a moment seen in both, moved by tenths of a second. */
function Matching({ model, video, sync, start_ms, onStart }: MatchingProps) {
  const { time_ms } = useSnapshot(model.playback.readout);
  if (start_ms === null)
    return (
      <div className={styles.match}>
        <p className="small secondary">
          Stop the video at a moment that you also see on the map, set the map to it, and match them.
        </p>
        <Button icon={Link2} onClick={() => onStart(sync.current!.match())}>
          Match here
        </Button>
      </div>
    );
  const shift = (by_ms: number) => {
    sync.current?.shift(by_ms);
    onStart(start_ms + by_ms);
  };
  const end_ms = start_ms + (video.current?.duration || 0) * 1000;
  const time = (at_ms: number) => clockSeconds(at_ms, model.zone);
  return (
    <div className={styles.match}>
      <div className={styles.start}>
        <span className="small">Video starts at</span>
        <div className={styles.stepper}>
          <IconButton icon={Minus} label="Start 0.1 s earlier" onClick={() => shift(-100)} />
          <output>{tenths(start_ms, model.zone)}</output>
          <IconButton icon={Plus} label="Start 0.1 s later" onClick={() => shift(100)} />
        </div>
      </div>
      <p className="small secondary">
        {`Video ${minutes((time_ms - start_ms) / 1000)} is ${time(time_ms)}. It covers ${time(start_ms)} to ${time(end_ms)}.`}
      </p>
      <Button
        onClick={() => {
          sync.current?.release();
          onStart(null);
        }}
      >
        Match again
      </Button>
    </div>
  );
}

/** "13:38:11.8" */
const tenths = (at_ms: number, zone: string | null) =>
  `${clockSeconds(at_ms, zone)}.${Math.floor((((at_ms % 1000) + 1000) % 1000) / 100)}`;

/** "3:08.2"; before the first picture with a minus. */
function minutes(seconds: number): string {
  const tenths = Math.round(Math.abs(seconds) * 10);
  const rest = tenths % 600;
  return `${seconds < 0 ? "−" : ""}${Math.floor(tenths / 600)}:${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
}
