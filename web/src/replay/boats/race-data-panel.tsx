import { Eye, EyeOff } from "lucide-react";
import { memo, useEffect, useMemo, useState } from "react";
import { subscribe, useSnapshot } from "valtio";
import { fixed, signedMetres } from "../../format/numbers";
import { clockSeconds, minutesSeconds, range as timeRange } from "../../format/times";
import { unitName } from "../../format/units";
import { upwindMetres } from "../../map/upwind";
import { type Aggregate, aggregate } from "../../playback/aggregates";
import { noPosition, positionAt, rowOf } from "../../playback/boat";
import type { Metric } from "../../playback/metric";
import { rowsBetween } from "../../playback/rows";
import type { ReplayModel } from "../../session/replay-model";
import type { Standings } from "../../session/standings";
import { windAt, windRow, windTrack } from "../../session/wind-now";
import { IconButton } from "../../ui/button";
import { classes } from "../../ui/classes";
import { SideMark } from "../../ui/marks";
import { Select } from "../../ui/select";
import { Readout } from "../panels/data-panel";
import styles from "../panels/panel.module.css";
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

/** Above this many boats the table is updated twice a second. *guess* */
const MANY_BOATS = 30;
const COLUMNS = ["sog", "etwa", "vmg", "cog"];

/** Colour of a boat; from the ninth on the colours repeat with a dashed border. */
function Swatch({ index }: { index: number }) {
  return (
    <i className={classes("swatch", index >= 8 && "again")} style={{ background: `var(--boat-${(index % 8) + 1})` }} />
  );
}

/**
 * Every boat at the current time, in the order of a column; with ladder lines how far it is ahead of the focus boat. A click
 * on a name makes it the focus boat; the eye hides it.
 */
function BoatsNow({ model }: { model: ReplayModel }) {
  const time_ms = useTime(model);
  const rows = model.playback.boats.map((boat) => rowOf(boat, time_ms));
  const { focus, hidden, ladder, standings } = useSnapshot(model.state);
  const [sorted_by, setSorted] = useState<string | null>(null);
  const columns = [
    ...(ladder ? [ladderColumn(model, time_ms)] : []),
    ...(standings ? [placeColumn(standings as Standings, time_ms)] : []),
    // With both there is no room for all; the course of the focus boat stands above.
    ...metricColumns(model, rows).filter(({ id }) => !(ladder && standings && id === "cog")),
  ];
  const sort = columns.find(({ id }) => id === (sorted_by ?? (ladder ? "ladder" : "place")));
  const order = orderBy(model, sort);
  return (
    <section>
      <h2 className={styles.head}>All boats at {clockSeconds(time_ms, model.zone)}</h2>
      <table className={classes(styles.table, race.boats, ladder && race.withLadder)}>
        <thead>
          <tr>
            <th scope="col">Boat</th>
            {columns.map(({ id, name, unit, title }) => (
              <th scope="col" key={id} aria-sort={sort?.id === id ? "descending" : undefined}>
                <button
                  type="button"
                  className={race.sort}
                  onClick={() => setSorted(sorted_by === id ? null : id)}
                  title={sorted_by === id ? "In the order of the boats" : (title ?? `Highest ${name} first`)}
                >
                  {name}
                  <small>{unit}</small>
                </button>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Shown</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map((index) => (
            <BoatRow
              key={index}
              model={model}
              index={index}
              values={columns.map(({ textOf }) => textOf(index)).join("|")}
              isFocus={index === focus}
              isHidden={hidden.includes(index)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Column {
  id: string;
  name: string;
  unit: string;
  /** Of a boat; NaN without one. */
  numberOf: (boat: number) => number;
  textOf: (boat: number) => string;
  /** Tooltip of the head. */
  title?: string;
}

/** Place in the race and seconds behind the leader; in brackets where two boats could be the other way round. */
function placeColumn(standings: Standings, time_ms: number): Column {
  const found = standings.at(time_ms);
  return {
    id: "place",
    name: "Place",
    unit: "s behind",
    title: "In the order of places. In brackets: another boat may have this place",
    numberOf: (boat) => -(found[boat]?.place ?? NaN),
    textOf: (boat) => {
      const own = found[boat];
      if (!own) return fixed(NaN, 0);
      const place = own.is_sure ? `${own.place}` : `(${own.place})`;
      return own.behind_s >= 0.5 ? `${place} +${fixed(own.behind_s, 0)}` : place;
    },
  };
}

function metricColumns(model: ReplayModel, rows: readonly number[]): Column[] {
  const metrics = COLUMNS.map((id) => model.metric(id)).filter((metric) => metric !== null);
  return metrics.map(({ id, display_unit, display_factor, decimals }) => {
    const numberOf = (boat: number) =>
      (model.boats[boat]!.columns.channels[id]?.[rows[boat] ?? -1] ?? NaN) * display_factor;
    const textOf = (boat: number) => (id === "etwa" ? angleText(numberOf(boat)) : fixed(numberOf(boat), decimals));
    return { id, name: id.toUpperCase(), unit: display_unit, numberOf, textOf };
  });
}

/** Metres towards the wind from the focus boat. */
function ladderColumn(model: ReplayModel, at_ms: number): Column {
  const ahead_m = upwindDistances(model, at_ms);
  return {
    id: "ladder",
    name: "Ladder",
    unit: unitName("m"),
    numberOf: (boat) => ahead_m[boat] ?? NaN,
    textOf: (boat) => {
      const value = ahead_m[boat] ?? NaN;
      return Number.isNaN(value) ? fixed(NaN, 0) : signedMetres(value);
    },
  };
}

/** Indices of the boats, the highest value first, boats without one last; in their own order without a column. */
function orderBy(model: ReplayModel, column: Column | undefined): number[] {
  const order = model.boats.map((_, index) => index);
  if (!column) return order;
  const values = order.map((index) => column.numberOf(index));
  const rank = (index: number) => (Number.isNaN(values[index]!) ? -Infinity : values[index]!);
  return order.sort((a, b) => (rank(a) === rank(b) ? a - b : rank(b) - rank(a)));
}

interface RowProps {
  model: ReplayModel;
  index: number;
  /** Texts of the columns, separated by bars. */
  values: string;
  isFocus: boolean;
  isHidden: boolean;
}

const BoatRow = memo(function BoatRow({ model, index, values, isFocus, isHidden }: RowProps) {
  return (
    <tr className={isFocus ? styles.chosenRow : undefined}>
      <td>
        <BoatButton model={model} index={index} isFocus={isFocus} />
      </td>
      {values.split("|").map((text, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have an order of their own.
        <td key={column}>
          <Value text={text} />
        </td>
      ))}
      <td>
        <HideButton model={model} index={index} isHidden={isHidden} />
      </td>
    </tr>
  );
});

/** Makes the boat the focus boat. It is not rendered again with the figures. */
const BoatButton = memo(function BoatButton({ model, index, isFocus }: Omit<RowProps, "values" | "isHidden">) {
  const { name, sailor } = model.boats[index]!;
  return (
    <button
      type="button"
      className={race.boat}
      title={sailor}
      aria-current={isFocus || undefined}
      onClick={() => model.focusOn(index)}
    >
      <Swatch index={index} />
      <span className="truncate">{name}</span>
    </button>
  );
});

const HideButton = memo(function HideButton({ model, index, isHidden }: Omit<RowProps, "values" | "isFocus">) {
  const { name } = model.boats[index]!;
  return (
    <IconButton
      className={race.visibility}
      icon={isHidden ? EyeOff : Eye}
      label={isHidden ? `Show ${name}` : `Hide ${name}`}
      aria-pressed={isHidden}
      onClick={() => toggleHidden(model, index)}
    />
  );
});

/** A figure, with the mark of the tack where it ends in its letter. */
function Value({ text }: { text: string }) {
  if (!/[PS]$/.test(text)) return text;
  return (
    <>
      {text.slice(0, -1)} <SideMark side={text.endsWith("P") ? "port" : "starboard"} />
    </>
  );
}

function toggleHidden({ state }: ReplayModel, index: number): void {
  state.hidden = state.hidden.includes(index)
    ? state.hidden.filter((one) => one !== index)
    : [...state.hidden, index].sort((a, b) => a - b);
}

/** "35S": the angle to the wind, 0 to 180, and the tack. */
function angleText(etwa_deg: number): string {
  if (Number.isNaN(etwa_deg)) return fixed(NaN, 0);
  return etwa_deg <= 180 ? `${fixed(etwa_deg, 0)}S` : `${fixed(360 - etwa_deg, 0)}P`;
}

/** The time, ten times a second; with many boats twice. */
function useTime({ playback, boats }: ReplayModel): number {
  const { readout } = playback;
  const [shown_ms, setShown] = useState(readout.time_ms);
  useEffect(() => {
    const wait_ms = boats.length > MANY_BOATS ? 500 : 100;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const update = () => {
      timer = null;
      setShown(readout.time_ms);
    };
    update();
    const stop = subscribe(readout, () => {
      timer ??= setTimeout(update, wait_ms);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [readout, boats]);
  return shown_ms;
}

/**
 * How far each boat is towards the wind from the focus boat at an instant, m: the same positions as on the map. NaN without
 * a wind, and for a boat that has no position then.
 */
function upwindDistances(model: ReplayModel, at_ms: number): number[] {
  const { focus } = model.state;
  const track = windTrack(model, focus);
  const wind = track && windAt(track, windRow(track, at_ms));
  const positions = model.playback.boats.map((boat) => positionAt(boat, at_ms, noPosition()));
  const own = positions[focus]!;
  return positions.map((position) =>
    wind && own.present && position.present ? upwindMetres(wind.twd_deg, own, position) : NaN,
  );
}
