import { Film, Maximize, Volume2, VolumeX, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { ReplayModel } from "../../session/replay-model";
import { Button, IconButton } from "../../ui/button";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import styles from "./video-pane.module.css";
import { VideoPlayer } from "./video-player";

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
  const { register, handleSubmit, formState } = useForm({ defaultValues: { link: "" } });
  const open = handleSubmit(({ link }) => {
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
            error={formState.errors.link?.message}
            {...register("link", { validate: (link) => ADDRESS.test(link) || NO_ADDRESS })}
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
