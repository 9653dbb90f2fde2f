import { useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { fixed } from "../../format/numbers";
import { minutesSeconds, range as timeRange } from "../../format/times";
import { type Aggregate, aggregate } from "../../playback/aggregates";
import { rowOf } from "../../playback/boat";
import type { Metric } from "../../playback/metric";
import { rowsBetween } from "../../playback/rows";
import type { ReplayModel } from "../../session/replay-model";
import { classes } from "../../ui/classes";
import { Select } from "../../ui/select";
import { Readout } from "../panels/data-panel";
import styles from "../panels/panel.module.css";
import { BoatsNow, Swatch } from "./boats-now";
import race from "./race-data-panel.module.css";

/** Metrics of the focus boat that stand first; the others follow in the order of the registry. */
const FIRST_IDS = ["sog", "cog", "vmg", "etwa", "ewd"];

/** The focus boat's values now, all boats now, and their statistics over the range of the chart. */
export function RaceDataPanel({ model }: { model: ReplayModel }) {
  return (
    <div className={styles.scroll} role="group" aria-label="Figures of the boats now and in the chart">
      <FocusBoat model={model} />
      <FocusReadouts model={model} />
      <BoatsNow model={model} />
      <BoatsInRange model={model} />
    </div>
  );
}

function FocusBoat({ model }: { model: ReplayModel }) {
  const { focus } = useSnapshot(model.state);
  const choices = model.boats.map(({ name, sailor }, i) => ({
    value: String(i),
    label: name === sailor ? name : `${name}, ${sailor}`,
  }));
  return (
    <div className={race.focus}>
      <Swatch index={focus} />
      <Select
        bare
        label="Focus boat"
        className={race.choice}
        choices={choices}
        value={String(focus)}
        onChange={(next) => model.focusOn(Number(next))}
      />
    </div>
  );
}

function FocusReadouts({ model }: { model: ReplayModel }) {
  const { time_ms } = useSnapshot(model.playback.readout);
  const { focus } = useSnapshot(model.state);
  const row = rowOf(model.playback.boats[focus]!, time_ms);
  const metrics = FIRST_IDS.map((id) => model.metric(id)).filter((metric) => metric !== null);
  const tacked = row < 0 ? null : sinceTack(model, focus, time_ms);
  return (
    <dl className={styles.readouts}>
      {metrics.map((metric) => (
        <Readout key={metric.id} metric={metric} stored={model.values(metric.id, focus)[row] ?? NaN} isHalfCircle />
      ))}
      <div>
        <dt>Since last tack</dt>
        <dd className={styles.figure}>
          {tacked === null ? "–" : minutesSeconds(Math.floor(tacked))}
          {tacked !== null && <span className="unit">min</span>}
        </dd>
      </div>
    </dl>
  );
}

/** Seconds since the last counted tack of a boat; null before the first. */
function sinceTack(model: ReplayModel, boat: number, at_ms: number): number | null {
  const { maneuvers } = model.boats[boat]!.report;
  const tack = maneuvers.findLast(({ kind, counted, time }) => kind === "tack" && counted && Date.parse(time) <= at_ms);
  return tack ? (at_ms - Date.parse(tack.time)) / 1000 : null;
}

const AGGREGATES = [
  { value: "max", label: "Max" },
  { value: "average", label: "Average" },
  { value: "std_dev", label: "StdDev" },
] as const satisfies readonly { value: keyof Aggregate; label: string }[];

/** One statistic of every boat over the range of the chart: speed, VMG, the metric of the chart, and the tacks. */
function BoatsInRange({ model }: { model: ReplayModel }) {
  const { range, chart_metric, focus } = useSnapshot(model.state);
  const [shown, setShown] = useState<keyof Aggregate>("average");
  const { from_ms, to_ms } = range;
  const ids = [...new Set(["sog", "vmg", chart_metric])];
  const metrics = ids.map((id) => model.metric(id)).filter((metric) => metric !== null);
  const key = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the metrics, which are new objects each time.
  const rows = useMemo(() => rowsOf(model, metrics, from_ms, to_ms), [model, key, from_ms, to_ms]);
  return (
    <section>
      <div className={race.rangeHead}>
        <h2>In the chart, {timeRange(from_ms, to_ms, model.zone)}</h2>
        <Select
          bare
          label="Statistic"
          className={race.statistic}
          choices={AGGREGATES}
          value={shown}
          onChange={setShown}
        />
      </div>
      <table className={classes(styles.table, race.boats)}>
        <thead>
          <tr>
            <th scope="col">Boat</th>
            {metrics.map(({ id, display_unit }) => (
              <th scope="col" key={id}>
                {id.toUpperCase().replace("_", " ")}
                <small>{display_unit}</small>
              </th>
            ))}
            <th scope="col">Tacks</th>
          </tr>
        </thead>
        <tbody>
          {model.boats.map(({ name }, index) => (
            <tr key={name} className={index === focus ? styles.chosenRow : undefined}>
              <td>
                <span className={race.boat}>
                  <Swatch index={index} />
                  <span className="truncate">{name}</span>
                </span>
              </td>
              {metrics.map((metric, column) => (
                <td key={metric.id}>{fixed(rows[index]!.values[column]![shown], digits(metric))}</td>
              ))}
              <td>{rows[index]!.tacks}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Two decimals for speeds, one for the rest. */
const digits = ({ decimals }: Metric) => (decimals > 0 ? decimals + 1 : 1);

function rowsOf(model: ReplayModel, metrics: readonly Metric[], from_ms: number, to_ms: number) {
  return model.boats.map(({ columns, report }, boat) => {
    const { start, end } = rowsBetween(columns.time_ms, from_ms, to_ms);
    const isTack = ({ kind, counted, time }: (typeof report.maneuvers)[number]) =>
      kind === "tack" && counted && Date.parse(time) >= from_ms && Date.parse(time) <= to_ms;
    return {
      values: metrics.map((metric) => aggregate(metric, model.values(metric.id, boat), start, end)),
      tacks: report.maneuvers.filter(isTack).length,
    };
  });
}
