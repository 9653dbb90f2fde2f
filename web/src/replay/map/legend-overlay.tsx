import { useSnapshot } from "valtio";
import { fixed } from "../../format/numbers";
import { type Metric, OUTSIDE_SHARE } from "../../playback/metric";
import type { ReplayModel } from "../../session/replay-model";
import { classes } from "../../ui/classes";
import { KindLegend } from "./kind-legend";
import styles from "./map-overlay.module.css";

const INTERVALS = [1, 2, 3, 4] as const;
const OUTSIDE_PCT = Math.round(OUTSIDE_SHARE * 100);
const SCALE_ENDS = `The highest and the lowest ${OUTSIDE_PCT} % of the values may lie beyond the ends.`;

interface LegendProps {
  model: ReplayModel;
  /** Maneuvers are drawn. */
  showManeuvers: boolean;
}

/**
 * Legend of the map: the metric with its scale, or the tacks, and the letters of the maneuvers. On a phone these are beside
 * the data mode, see {@link ModeOverlay}.
 */
export function LegendOverlay({ model, showManeuvers }: LegendProps) {
  const { mode } = useSnapshot(model.state);
  const metric = model.metric(mode);
  if (mode !== "tags" && !metric && !showManeuvers) return null;
  return (
    <div className={classes("plate", styles.legend)} data-over-map>
      {mode === "tags" ? <TagLegend /> : metric && <MetricLegend model={model} metric={metric} />}
      {showManeuvers && (
        <div className={styles.letters}>
          <KindLegend model={model} />
        </div>
      )}
    </div>
  );
}

/** Four intervals and their edges. */
function MetricLegend({ model, metric }: { model: ReplayModel; metric: Metric }) {
  const { compass, edges } = model.scale(metric);
  return (
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
  );
}

function TagLegend() {
  const tags = [
    { colour: "var(--port)", name: "Port tack" },
    { colour: "var(--starboard)", name: "Starboard tack" },
  ];
  return (
    <>
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
    </>
  );
}
