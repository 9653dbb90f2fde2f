import { Maximize, Minus, Plus } from "lucide-react";
import type { RefObject } from "react";
import { useSnapshot } from "valtio";
import { IconButton } from "../components/button";
import { classes } from "../components/classes";
import type { ReplayMap } from "../map/replay-map";
import { lengthLabel, scaleBar } from "../map/scale-bar";
import styles from "./map-overlay.module.css";
import type { ReplayState } from "./replay-model";

export function ZoomOverlay({ map }: { map: RefObject<ReplayMap | null> }) {
  return (
    <div className={classes(styles.overlay, styles.zoom)} data-over-map>
      <IconButton icon={Plus} label="Zoom in" onClick={() => map.current?.zoom(1)} />
      <IconButton icon={Minus} label="Zoom out" onClick={() => map.current?.zoom(-1)} />
      <IconButton icon={Maximize} label="Show the whole session" onClick={() => map.current?.fit()} />
    </div>
  );
}

export function ScaleMark({ state }: { state: ReplayState }) {
  const { px_per_metre } = useSnapshot(state);
  if (px_per_metre === 0) return null;
  const { metres, px } = scaleBar(px_per_metre);
  return (
    <div className={styles.scale} data-over-map style={{ width: px }}>
      <span>
        <span>0</span>
        <span>{lengthLabel(metres)}</span>
      </span>
      <div />
    </div>
  );
}
