import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Film } from "./film";
import styles from "./film-dialog.module.css";

interface FilmDialogProps {
  firstName: string;
  onClose: () => void;
}

/** The intro video of a new user. Skip, Close and Esc end it; it does not play by itself. */
export function FilmDialog({ firstName, onClose }: FilmDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const play = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"new" | "playing" | "paused" | "ended">("new");
  const start = () => void video.current?.play();
  return (
    <Dialog
      open
      closable
      onClose={onClose}
      size="wide"
      title={`Welcome to Leebow, ${firstName}`}
      initialFocus={play}
      actions={
        <>
          <p className={styles.note}>Upload, replay, report. It shows only this once.</p>
          <Button onClick={onClose}>{state === "ended" ? "Close" : "Skip"}</Button>
          {state !== "playing" && (
            <Button kind="primary" icon={Play} ref={play} onClick={start}>
              {state === "ended" ? "Play again" : "Play"}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.picture}>
        <Film
          ref={video}
          onPlay={() => setState("playing")}
          onPause={() => setState("paused")}
          onEnded={() => setState("ended")}
        />
        {state === "new" && (
          <>
            <p className={styles.plate}>
              <b>From the file to the first tack</b>
              <span>Under a minute, with subtitles, without sound</span>
            </p>
            {/* The button below is the one for keyboard and screen reader. */}
            <button type="button" className={styles.play} aria-hidden="true" tabIndex={-1} onClick={start}>
              <Play size={28} fill="currentColor" />
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
