import { Maximize, Minus, Plus } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { IconButton } from "../../components/button";
import { classes } from "../../components/classes";
import type { ReplayMap } from "../../map/replay-map";
import { scaleBar } from "../../map/scale-bar";
import type { ReplayModel } from "../../session/replay-model";
import styles from "./map-overlay.module.css";

export function ZoomOverlay({ map }: { map: RefObject<ReplayMap | null> }) {
  return (
    <div className={classes(styles.overlay, styles.zoom)} data-over-map>
      <IconButton icon={Plus} label="Zoom in" onClick={() => map.current?.zoom(1)} />
      <IconButton icon={Minus} label="Zoom out" onClick={() => map.current?.zoom(-1)} />
      <IconButton icon={Maximize} label="Show the whole session" onClick={() => map.current?.fit()} />
    </div>
  );
}

/** The scale bar, drawn with the map in the frame loop. */
export function ScaleMark({ model }: { model: ReplayModel }) {
  const bar = useRef<HTMLDivElement>(null);
  const length = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown = 0;
    return model.playback.loop.subscribe("overlay", () => {
      const { px_per_metre } = model.camera;
      if (px_per_metre === shown || !bar.current || !length.current) return;
      shown = px_per_metre;
      const { text, px } = scaleBar(px_per_metre);
      bar.current.hidden = false;
      bar.current.style.width = `${px}px`;
      length.current.textContent = text;
    });
  }, [model]);
  return (
    <div className={styles.scale} data-over-map hidden ref={bar}>
      <span>
        <span>0</span>
        <span ref={length} />
      </span>
      <div />
    </div>
  );
}
