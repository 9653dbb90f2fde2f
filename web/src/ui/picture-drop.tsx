import { LIMITS } from "@leebow/api/contract";
import { ImageUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type FileRejection, useDropzone } from "react-dropzone";
import { bytes } from "../format/numbers";
import { Button } from "./button";
import { classes } from "./classes";
import { FieldError } from "./field";
import { Icon } from "./icon";
import styles from "./picture-drop.module.css";
import { Spinner } from "./progress";
import { NOT_A_PICTURE, PICTURE_ENDINGS, reducePicture } from "./reduce-picture";

/** Side: twice what the server stores, for its own reduction. Quality: at 0.9 a face of 512 px has about 60 kB. */
const UPLOADED = { side_px: 1024, type: "image/webp", quality: 0.9 } as const;

interface PictureDropProps {
  label: string;
  /** How the picture is shown, "shown as a circle". */
  hint: string;
  /** The picture there is now. */
  preview: ReactNode;
  /** What is being done with a picture, "Saving the picture". */
  busy?: string | null;
  error?: string | undefined;
  /** Called with the reduced picture. */
  onPicture: (picture: Blob) => void;
  /** A button after the zone. */
  action?: ReactNode;
}

/** An input for one picture, dropped or chosen, beside the one there is. Another file is refused with a sentence. */
export function PictureDrop({ label, hint, preview, busy = null, error, onPicture, action }: PictureDropProps) {
  const [refused, setRefused] = useState<string>();
  const [isReading, setReading] = useState(false);
  const message = refused ?? error;
  const take = async (file: File) => {
    setRefused(undefined);
    setReading(true);
    const picture = await reducePicture(file, UPLOADED);
    setReading(false);
    if (picture) onPicture(picture);
    else setRefused(NOT_A_PICTURE);
  };
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    multiple: false,
    accept: { "image/*": [...PICTURE_ENDINGS] },
    maxSize: LIMITS.image_bytes,
    noClick: true,
    noKeyboard: true,
    disabled: busy !== null || isReading,
    onDropAccepted: ([file]) => file && void take(file),
    onDropRejected: (files) => setRefused(reasonOf(files)),
  });
  const working = busy ?? (isReading ? "Reading the picture" : null);
  const zone = classes(styles.zone, isDragActive && styles.over, message && styles.wrong);
  return (
    <div>
      <div className={styles.line}>
        <span className="fixed">{preview}</span>
        <div {...getRootProps({ className: zone })} role="group" aria-label={label}>
          <input {...getInputProps({ "aria-label": label, accept: PICTURE_ENDINGS.join(",") })} />
          {working ? <Spinner /> : <Icon of={ImageUp} size={20} className="fixed quiet" />}
          <div className="grow" role="status">
            <p className="medium">
              {working ?? (isDragActive ? "Let go to take this picture" : "Drop a picture here")}
            </p>
            <p className="caption">JPG, PNG or WebP, {hint}</p>
          </div>
          <Button onClick={open} disabled={working !== null}>
            Choose a picture
          </Button>
        </div>
        {action}
      </div>
      {message && <FieldError>{message}</FieldError>}
    </div>
  );
}

function reasonOf(refused: readonly FileRejection[]): string {
  if (refused.length > 1) return "Choose one picture. Nothing was changed.";
  const codes = refused[0]?.errors.map(({ code }) => code) ?? [];
  if (!codes.includes("file-too-large")) return NOT_A_PICTURE;
  return `This picture is larger than ${bytes(LIMITS.image_bytes)}. Choose a smaller one.`;
}
