import { LIMITS, UPLOAD_EXTENSIONS } from "@leebow/api/contract";
import { FileUp } from "lucide-react";
import { useDropzone } from "react-dropzone";
import { Button } from "../../components/button";
import { classes } from "../../components/classes";
import styles from "../../components/drop-zone.module.css";
import { FieldError } from "../../components/field";
import { Icon } from "../../components/icon";
import { bytes } from "../../format/numbers";

interface FilesDropProps {
  hasFiles: boolean;
  error?: string | undefined;
  onFiles: (files: File[]) => void;
}

/** An input for any number of track files, dropped or chosen. */
export function FilesDrop({ hasFiles, error, onFiles }: FilesDropProps) {
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    multiple: true,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted) => onFiles(accepted),
  });
  return (
    <div>
      <div
        {...getRootProps({ className: classes(styles.zone, isDragActive && styles.over, error && styles.wrong) })}
        role="group"
        aria-label="Track file"
      >
        <input {...getInputProps({ "aria-label": "Track file", accept: UPLOAD_EXTENSIONS.join(",") })} />
        <Icon of={FileUp} size={20} className={styles.sign} />
        <p className={styles.title}>
          {isDragActive ? "Let go to take them" : hasFiles ? "Drop more tracks here" : "Drop your tracks here"}
        </p>
        <div className={classes("small secondary", hasFiles && "visually-hidden")}>
          .fit, .gpx or .csv; of CSV, the files of Vakaros and Velocitek. Taken too: .zip (every recording in it becomes
          a track), .tcx, .kml, .geojson, .ubx, .sbp, .sbn, .oao, .gpy, .gz, .vkx, .vtk and logs of NMEA 0183, NMEA 2000
          and Signal K (.nmea, .txt, .log, .tsv, .ebl, .json). 100 MB a file at most.
        </div>
        <Button onClick={open}>{hasFiles ? "Choose more files" : "Choose files"}</Button>
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** Why a file is not taken, by its name and size; null for one that is. */
export function refusal({ name, size }: File): string | null {
  if (!UPLOAD_EXTENSIONS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `This is no track file. Leebow reads ${UPLOAD_EXTENSIONS.join(", ")}.`;
  if (size === 0) return "This file is empty. Copy it from the device again.";
  if (size > LIMITS.upload_bytes)
    return `This file is larger than ${bytes(LIMITS.upload_bytes)}, the most that is taken. Split it on the device or export a shorter session.`;
  return null;
}
