import type { Track } from "@leebow/api/contract";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useDark } from "../look/theme";
import { classes } from "../ui/classes";
import styles from "./static-map.module.css";

interface StaticMapProps {
  track: Pick<Track, "static_map" | "static_map_dark" | "full_name">;
  /** Without it the picture is described as that of the track. */
  alt?: string;
  /** Address of the link; not in the tab order, because the name beside it links there too. */
  to: string | null;
  className?: string | undefined;
}

/** The map image of a track or a race, in the current theme. */
export function StaticMap({ track, alt = `Map of ${track.full_name}'s track`, to, className }: StaticMapProps) {
  const dark = useDark();
  const [missing, setMissing] = useState<string | null>(null);
  const source = dark ? (track.static_map_dark ?? track.static_map) : track.static_map;
  const face = source && source !== missing && (
    <img src={source} alt={alt} decoding="async" className={styles.image} onError={() => setMissing(source)} />
  );
  const look = classes(styles.map, className);
  return to ? (
    <Link to={to} className={look} tabIndex={-1} aria-hidden={face ? undefined : true}>
      {face}
    </Link>
  ) : (
    <div className={look}>{face}</div>
  );
}
