import type { Journal } from "@leebow/api/contract";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { IconButton } from "../ui/button";
import { Dialog } from "../ui/dialog";
import styles from "./photo-viewer.module.css";

interface PhotoViewerProps {
  photos: Journal["photos"];
  /** The photo that is shown. */
  at: number;
  /** Its accessible name. */
  name: (at: number) => string;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** One photo as large as the screen allows. The left and right arrow keys show the others, Esc closes. */
export function PhotoViewer({ photos, at, name, onMove, onClose }: PhotoViewerProps) {
  const photo = photos[at];
  const next = useRef<HTMLButtonElement>(null);
  const [missing, setMissing] = useState<number | null>(null);
  const move = (by: number) => onMove((at + by + photos.length) % photos.length);
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") move(-1);
    if (key === "ArrowRight") move(1);
  };
  if (!photo) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      closable
      title={`Photo ${at + 1} of ${photos.length}`}
      {...(photos.length > 1 && { initialFocus: next })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside it. */}
      <div className="grid gap-12" onKeyDown={onKey}>
        {missing === photo.id ? (
          <p className="message" role="alert">
            This photo could not be loaded. Load the page again to see it.
          </p>
        ) : (
          <img
            key={photo.id}
            src={photo.file}
            alt={name(at)}
            className={styles.photo}
            onError={() => setMissing(photo.id)}
          />
        )}
        {photos.length > 1 && (
          <div className="flex middle gap-16">
            <IconButton icon={ChevronLeft} label="Previous photo" tip={null} onClick={() => move(-1)} />
            <IconButton icon={ChevronRight} label="Next photo" tip={null} ref={next} onClick={() => move(1)} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
