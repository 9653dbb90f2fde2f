import { classes } from "../../components/classes";
import { PICTURE } from "./file-check";
import styles from "./track-map.module.css";

interface TrackMapProps {
  /** Name of the file. */
  name: string;
  path: string;
  /** Lower, for one of several files. */
  small: boolean;
}

/** A small map of what was uploaded. */
export function TrackMap({ name, path, small }: TrackMapProps) {
  return (
    <svg
      className={classes(styles.map, small && styles.small)}
      viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
      role="img"
      aria-label={`The track of ${name}, north up`}
    >
      <path d={path} fill="none" stroke="var(--ink)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
