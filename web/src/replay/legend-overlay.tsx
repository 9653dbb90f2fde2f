import { useSnapshot } from "valtio";
import { classes } from "../components/classes";
import { fixed } from "../format/numbers";
import { OUTSIDE_SHARE } from "../playback/metric";
import styles from "./map-overlay.module.css";
import type { ReplayModel } from "./replay-model";

const INTERVALS = [1, 2, 3, 4] as const;
const OUTSIDE_PCT = Math.round(OUTSIDE_SHARE * 100);
const SCALE_ENDS = `The highest and the lowest ${OUTSIDE_PCT} % of the values may lie beyond the ends.`;

/** Legend of the metric: four intervals and their edges. */
export function LegendOverlay({ model }: { model: ReplayModel }) {
  const { mode } = useSnapshot(model.state);
  if (mode === "tags") return <TagLegend />;
  const metric = model.metric(mode);
  if (!metric) return null;
  const { compass, edges } = model.scale(metric);
  return (
    <div className={classes(styles.overlay, styles.legend)} data-over-map>
      <div>
        <div className={styles.caption}>
          <b>{metric.name}</b>, {metric.display_unit}
          {model.boats.length > 1 && <span className={styles.shared}>one scale for all boats</span>}
        </div>
        <div className={styles.intervals} aria-hidden="true">
          {INTERVALS.map((i) => (
            <i key={i} style={{ background: `var(--${compass ? "compass" : "scale"}-${i})` }} />
          ))}
        </div>
        <div className={styles.edges} title={compass ? undefined : SCALE_ENDS}>
          {edges.map((edge) => (
            <span key={edge}>{fixed(edge, Number.isInteger(edge) ? 0 : 1)}</span>
          ))}
        </div>
      </div>
    </div>
  );
}

function TagLegend() {
  const tags = [
    { colour: "var(--port)", name: "Port tack" },
    { colour: "var(--starboard)", name: "Starboard tack" },
    { colour: "var(--ink)", name: "Maneuver" },
  ];
  return (
    <div className={classes(styles.overlay, styles.legend)} data-over-map>
      <div className={styles.caption}>
        <b>Tags</b>
      </div>
      <div className={styles.tags}>
        {tags.map(({ colour, name }) => (
          <span key={name}>
            <i style={{ borderColor: colour }} />
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}
