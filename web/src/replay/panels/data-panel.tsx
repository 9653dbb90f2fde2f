import { memo } from "react";
import { useSnapshot } from "valtio";
import { TargetMenu } from "../../analysis/polar/target-menu";
import { TargetNote } from "../../analysis/polar/target-note";
import { fixed } from "../../format/numbers";
import { clockSeconds } from "../../format/times";
import { MetricHelp } from "../../help/metric-help";
import { channelMetric } from "../../help/metric-ids";
import { aggregate } from "../../playback/aggregates";
import type { Metric } from "../../playback/metric";
import { rowAt, rowsBetween } from "../../playback/rows";
import type { ReplayModel } from "../../session/replay-model";
import { SideMark } from "../../ui/marks";
import { Table } from "../../ui/table";
import styles from "./panel.module.css";

/** Wind angles that give the tack: 0 to 180 is wind over starboard. */
const ANGLE_IDS = new Set(["etwa", "twa", "awa"]);

/** The current value of every metric, then its statistics over the range of the chart. */
export function DataPanel({ model }: { model: ReplayModel }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Figures now and in the chart">
      <Readouts model={model} />
      <Aggregates model={model} />
      {model.race === null && (
        <>
          <div className={styles.target}>
            <TargetMenu boat_class={model.data.report.boat_class} />
          </div>
          <TargetNote report={model.data.report} compared={model.target} />
        </>
      )}
    </div>
  );
}

function Readouts({ model }: { model: ReplayModel }) {
  const { time_ms } = useSnapshot(model.playback.readout);
  const { focus } = useSnapshot(model.state);
  const row = rowAt(model.boats[focus]!.columns.time_ms, time_ms);
  return (
    <dl className={styles.readouts}>
      <div>
        <dt>Time</dt>
        <dd className={styles.figure}>{clockSeconds(time_ms, model.zone)}</dd>
      </div>
      {model.metrics.map((metric) => (
        <Readout key={metric.id} metric={metric} stored={model.values(metric.id, focus)[row] ?? NaN} />
      ))}
    </dl>
  );
}

interface ReadoutProps {
  metric: Metric;
  stored: number;
  /** Wind angles from 0 to 180, as they stand beside their tack; else from 0 to 360. */
  isHalfCircle?: boolean;
}

export function Readout({ metric, stored, isHalfCircle = false }: ReadoutProps) {
  const isAngle = ANGLE_IDS.has(metric.id) && !Number.isNaN(stored);
  return (
    <div>
      <dt title={metric.name}>
        <MetricName metric={metric} />
        {isAngle && <SideMark side={stored < 180 ? "starboard" : "port"} />}
      </dt>
      <dd className={styles.figure}>
        {fixed(
          (isAngle && isHalfCircle ? Math.min(stored, 360 - stored) : stored) * metric.display_factor,
          metric.decimals,
        )}
        {!Number.isNaN(stored) && <span className="unit">{metric.display_unit}</span>}
      </dd>
    </div>
  );
}

/** The name, which explains the metric when pressed. Not drawn again while the figures run. */
const MetricName = memo(function MetricName({ metric }: { metric: Metric }) {
  const id = channelMetric(metric.id);
  if (id === null) return <span>{shortName(metric)}</span>;
  return (
    <MetricHelp name={helpName(metric)} ids={[id]}>
      {shortName(metric)}
    </MetricHelp>
  );
});

/** "SOG"; the full name is in the tooltip and the table below. */
function shortName({ id, name }: Metric): string {
  return id.length <= 4 && !id.includes("_") ? id.toUpperCase() : name;
}

/** With what is written first, which the name of a control has to contain: "SOG, speed over ground". */
function helpName(metric: Metric): string {
  const short = shortName(metric);
  return short === metric.name ? short : `${short}, ${metric.name.toLowerCase()}`;
}

function Aggregates({ model }: { model: ReplayModel }) {
  const { focus, range } = useSnapshot(model.state);
  const { start, end } = rowsBetween(model.boats[focus]!.columns.time_ms, range.from_ms, range.to_ms);
  return (
    <section>
      <h2 className={styles.head}>
        In the chart, {clockSeconds(range.from_ms, model.zone)} to {clockSeconds(range.to_ms, model.zone)}
      </h2>
      <Table
        className={styles.table}
        heads={["Metric", "Unit", "Max", "Average", "StdDev"]}
        columnClasses={[undefined, styles.unit]}
        rows={model.metrics.map((metric) => {
          const { max, average, std_dev } = aggregate(metric, model.values(metric.id, focus), start, end);
          const digits = Math.max(1, metric.decimals);
          return [
            <span key="name" className="two-lines" title={metric.name}>
              {metric.name}
            </span>,
            metric.display_unit,
            ...[max, average, std_dev].map((value) => fixed(value, digits)),
          ];
        })}
      />
    </section>
  );
}
