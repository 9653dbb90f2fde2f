import type { StraightAnalysis } from "@leebow/api/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { MoveHorizontal, X } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { TimeAxis, ValueAxis } from "../../chart/axes";
import { Brush, type BrushPart, type EndKeys, RangeEnds, type Selection } from "../../chart/brush";
import { Chart, Drawing, type Frame, Hairline, Note, useHover } from "../../chart/frame";
import { type CanvasLine, LineCanvas } from "../../chart/line-canvas";
import { momentAt, partScale, type Scale, timeScale, valueScale } from "../../chart/scales";
import { TackBand } from "../../chart/tack-band";
import { compass, fixed } from "../../format/numbers";
import { clockSeconds, mmss } from "../../format/times";
import { inUnit, unitName } from "../../format/units";
import type { MetricId } from "../../help/metric-ids";
import { PHONE, useMedia } from "../../look/use-media";
import { Button } from "../../ui/button";
import { type DataColumn, DataTable } from "../../ui/data-table";
import { Loading } from "../../ui/empty-state";
import { Select } from "../../ui/select";
import { TagInput } from "../../ui/tag-input";
import { nameWithUnit, type Variable, variableOf } from "./quantities";
import { Failed, Section } from "./section";
import {
  type Columns,
  extentOf,
  type StatsRow,
  seriesOf,
  shareText,
  statsRows,
  statText,
  type VariableSeries,
  valueAt,
  windowRow,
} from "./series";
import { changeStraightView, straightView, toggled } from "./straight-view";
import {
  type ChartSpan,
  clampWindow,
  firstWindow,
  sailedWithin,
  stepMoment,
  type TimeWindow,
  type useTimeWindow,
  withEnd,
} from "./time-window";
import styles from "./track-charts.module.css";

/** Charts before the user has chosen any: the speed and the first of these that the analysis has. */
const SECOND_CHARTS = ["etab", "twa", "heel", "cog"];

const firstCharts = (offered: readonly string[]): string[] => [
  "sog",
  ...SECOND_CHARTS.filter((id) => offered.includes(id)).slice(0, 1),
];

const HELP: MetricId[] = ["VariableRow.in_q1_pct"];

interface TrackChartsProps {
  analysis: StraightAnalysis;
  /** The straights of the charts: all that are shown, or the one that was chosen. */
  spans: readonly ChartSpan[];
  names: readonly string[];
  only: string | null;
  onOnly: (name: string | null) => void;
  zone: string | null;
  /** Of the track, for the lines. */
  columns: UseQueryResult<Columns>;
  window: ReturnType<typeof useTimeWindow>;
  /** The analysis of the window; absent without one and until it is there. */
  part: StraightAnalysis | undefined;
  highlighted: string | null;
}

/** Track Charts: a chart for each chosen variable, with its statistics. */
export function TrackCharts(props: TrackChartsProps) {
  const { analysis, columns } = props;
  const { charts } = useSnapshot(straightView);
  const offered = analysis.tables.map(({ variable }) => variable);
  const chosen = (charts ?? firstCharts(offered)).filter((id) => offered.includes(id));
  return (
    <Section id="charts" title="Track Charts" help={HELP} controls={<Only {...props} />}>
      <div className="grid gap-4 sides">
        <TagInput
          label="Charts"
          value={chosen.map((id) => variableOf(id).label)}
          suggestions={offered.map((id) => variableOf(id).label)}
          canCreate={false}
          placeholder="Add a channel"
          onChange={(labels) =>
            changeStraightView({
              charts: offered.filter((id) => labels.includes(variableOf(id).label)).sort(byPlace(labels)),
            })
          }
        />
        <WindowLine {...props} hasCharts={chosen.length > 0} />
      </div>
      {columns.error ? (
        <Failed query={columns} />
      ) : columns.data ? (
        <Charts {...props} data={columns.data} chosen={chosen} />
      ) : (
        <Loading what="the charts" heights={[120, 120]} className="grid gap-12 padded" />
      )}
      {chosen.length === 0 && <p className="note">Add a channel to see its chart and its statistics.</p>}
    </Section>
  );
}

const byPlace = (labels: readonly string[]) => (a: string, b: string) =>
  labels.indexOf(variableOf(a).label) - labels.indexOf(variableOf(b).label);

/** Which straights the charts have, for one among many. */
function Only({ names, only, onOnly }: TrackChartsProps) {
  if (names.length < 2) return null;
  const choices = [{ value: "", label: "All straights" }, ...names.map((name) => ({ value: name, label: name }))];
  return (
    <Select
      bare
      label="Straights in the charts"
      className={styles.only}
      choices={choices}
      value={only ?? ""}
      onChange={(name) => onOnly(name || null)}
    />
  );
}

/** Says what the window is; sets it without a pointer, and clears it. */
function WindowLine({ window: { shown, set }, spans, zone, hasCharts }: TrackChartsProps & { hasCharts: boolean }) {
  if (!hasCharts) return null;
  if (!shown)
    return (
      <p className={styles.window}>
        <span>Drag on a chart’s time axis to read one window of time.</span>
        <Button kind="quiet" icon={MoveHorizontal} onClick={() => set(firstWindow(spans))}>
          Set a window
        </Button>
      </p>
    );
  const sailed = mmss(sailedWithin(shown, spans) / 1000);
  return (
    <p className={styles.window} role="status">
      <span>
        <b>
          Window {clockSeconds(shown.from_ms, zone)} to {clockSeconds(shown.to_ms, zone)}
        </b>
        , {sailed} min sailed.
      </span>
      <Button kind="quiet" icon={X} onClick={() => set(null)}>
        Clear the window
      </Button>
    </p>
  );
}

interface ChartsProps extends TrackChartsProps {
  data: Columns;
  chosen: readonly string[];
}

function Charts({ data, chosen, spans, zone, window, highlighted, analysis, part }: ChartsProps) {
  const [hover_ms, setHover] = useState<number | null>(null);
  const series = useSeries(data, chosen, spans);
  return chosen.map((id, at) => {
    const own = series.get(id);
    if (!own) return null;
    return (
      <div key={id} className={styles.one}>
        <h3 className="sides small">
          {nameWithUnit(variableOf(id))} <span className="caption">{variableOf(id).name}</span>
        </h3>
        <StraightChart
          variable={variableOf(id)}
          series={own}
          spans={spans}
          zone={zone}
          window={{ value: window.shown, draft: window.draft, set: window.set }}
          onKeyed={window.setLater}
          isFirst={at === 0}
          hover_ms={hover_ms}
          onHover={setHover}
          highlighted={highlighted}
        />
        <Stats variable={variableOf(id)} series={own} spans={spans} window={window} analysis={analysis} part={part} />
      </div>
    );
  });
}

/** The lines by variable, computed once for the same straights. */
function useSeries(
  columns: Columns,
  chosen: readonly string[],
  spans: readonly ChartSpan[],
): Map<string, VariableSeries> {
  const known = useMemo(() => ({ columns, spans, series: new Map<string, VariableSeries | null>() }), [columns, spans]);
  const seriesFor = useCallback(
    (id: string) => {
      if (!known.series.has(id)) known.series.set(id, seriesOf(known.columns, id, known.spans));
      return known.series.get(id) ?? null;
    },
    [known],
  );
  return new Map(
    chosen.flatMap((id): [string, VariableSeries][] => {
      const series = seriesFor(id);
      return series ? [[id, series]] : [];
    }),
  );
}

interface StatsProps extends Pick<TrackChartsProps, "analysis" | "part" | "window" | "spans"> {
  variable: Variable;
  series: VariableSeries;
}

/** "Show stats": the statistics of a chart. */
function Stats({ variable, series, spans, window, analysis, part }: StatsProps) {
  const { stats } = useSnapshot(straightView);
  const isShown = stats.includes(variable.id);
  const rows = useMemo((): StatsRow[] => {
    if (!isShown) return [];
    const [all] = analysis.tables.find((table) => table.variable === variable.id)?.rows ?? [];
    const own =
      all && part && window.analyzed
        ? windowRow({ window: window.analyzed, spans, analysis: part, series, all }, variable.id)
        : null;
    return statsRows(analysis, variable.id, own);
  }, [isShown, analysis, part, window.analyzed, spans, series, variable.id]);
  return (
    <>
      <Button
        kind="quiet"
        className={styles.stats}
        aria-expanded={isShown}
        aria-label={isShown ? `Hide stats of ${variable.label}` : `Show stats of ${variable.label}`}
        onClick={() => changeStraightView({ stats: toggled(stats, variable.id) })}
      >
        {isShown ? "Hide stats" : "Show stats"}
      </Button>
      {isShown && <StatsTable variable={variable} rows={rows} />}
    </>
  );
}

/** The statistics of one variable. */
function StatsTable({ variable, rows }: { variable: Variable; rows: readonly StatsRow[] }) {
  const columns = useMemo(() => columnsOf(variable.id), [variable.id]);
  if (rows.length === 0) return <p className="note">{variable.label} has no value in these straights.</p>;
  return (
    <>
      <DataTable
        caption={`Statistics of ${nameWithUnit(variable)}`}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        highlighted="window"
      />
      <p className="note">
        * All shown segments together. Their quartiles divide the last three columns: the share of a row’s time in them.
      </p>
    </>
  );
}

function columnsOf(variable: string): DataColumn<StatsRow>[] {
  const number = (id: "avg" | "std" | "q1" | "q2" | "q3", title: string): DataColumn<StatsRow> => ({
    id,
    title,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => statText(variable, id, row[id]),
  });
  const share = (id: "in_q1_pct" | "in_q2_3_pct" | "in_q4_pct", title: string): DataColumn<StatsRow> => ({
    id,
    title,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => shareText(row[id]),
  });
  return [
    { id: "name", title: "Name", value: ({ name }) => name, cell: (row) => <NameCell row={row} /> },
    number("avg", "Avg"),
    number("std", "Std"),
    number("q1", "Q1"),
    number("q2", "Q2"),
    number("q3", "Q3"),
    share("in_q1_pct", "% in Q1"),
    share("in_q2_3_pct", "% in Q2-3"),
    share("in_q4_pct", "% in Q4"),
  ];
}

function NameCell({ row: { of, name } }: { row: StatsRow }) {
  if (of === "all") return <b>{name}</b>;
  return (
    <span>
      {name}
      {of === "tag" && <span className="quiet small"> tag</span>}
    </span>
  );
}

/** The window of time of all charts. `draft`: while it is dragged. */
interface WindowControl {
  value: TimeWindow | null;
  draft: (window: TimeWindow | null) => void;
  set: (window: TimeWindow | null) => void;
}

interface ChartProps {
  variable: Variable;
  series: VariableSeries;
  spans: readonly ChartSpan[];
  zone: string | null;
  window: WindowControl;
  /** Moves the window by keys. */
  onKeyed: WindowControl["set"];
  /** The first chart names the straights and has the ends of the window that take keys. */
  isFirst: boolean;
  hover_ms: number | null;
  onHover: (at_ms: number | null) => void;
  highlighted: string | null;
}

/** Left of the plot are the values, right of it half a label of the time axis. */
const MARGIN = { left: 40, right: 12, top: 18, bottom: 22 };
const NAMED_MARGIN = { ...MARGIN, top: 26 };

/** One variable over the straights. */
function StraightChart(props: ChartProps) {
  const { variable, series, spans, isFirst } = props;
  const plot_px = useMedia(PHONE) ? 88 : 100;
  const margin = isFirst ? NAMED_MARGIN : MARGIN;
  const extent = useMemo(() => extentOf(series, spans), [series, spans]);
  return (
    <Chart margin={margin} height={margin.top + plot_px + margin.bottom} className="beside-8">
      {(frame) =>
        extent ? (
          <Drawn {...props} frame={frame} extent={extent} />
        ) : (
          <p className={styles.none}>{variable.label} has no value in these straights.</p>
        )
      }
    </Chart>
  );
}

interface DrawnProps extends ChartProps {
  frame: Frame;
  extent: [number, number];
}

function Drawn({ frame, extent, variable, series, spans, zone, window, ...props }: DrawnProps) {
  const { isFirst, hover_ms, onHover, onKeyed, highlighted } = props;
  const { isDirection = false } = variable;
  const x = useMemo(() => partScale(spans, frame), [spans, frame]);
  const { y, ticks } = useMemo(() => valueScale(extent, frame, { isDirection }), [extent, frame, isDirection]);
  const lines = useMemo(() => linesOf(series, spans, x, y), [series, spans, x, y]);
  useHover(frame, (at_px) => onHover(at_px === null ? null : momentAt(x, at_px)));
  const brushed = (selection: Selection, part: BrushPart, isDone: boolean) => {
    const next = windowOf(selection, part, window.value, x, spans);
    (isDone ? window.set : window.draft)(next);
  };
  const { value } = window;
  const selection = value && ([x(value.from_ms), x(value.to_ms)] as const);
  const format = isDirection ? (deg: number, digits: number) => fixed(compass(deg), digits) : fixed;
  return (
    <>
      <Drawing frame={frame} label={`${nameWithUnit(variable)} over the straights`}>
        {spans.map(({ name, side, from_ms, to_ms }) => (
          <TackBand
            key={name}
            frame={frame}
            left={x(from_ms)}
            width={x(to_ms) - x(from_ms)}
            side={side}
            name={name}
            isNamed={isFirst}
            isHighlighted={name === highlighted}
          />
        ))}
        <ValueAxis frame={frame} y={y} ticks={ticks} unit={variable.unit} format={format} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        <Brush frame={frame} selection={selection} onBrush={brushed} />
      </Drawing>
      <LineCanvas frame={frame} lines={lines} />
      {selection && (
        <RangeEnds
          frame={frame}
          selection={selection}
          keys={isFirst ? keysOf(value!, spans, zone, onKeyed) : undefined}
        />
      )}
      {hover_ms !== null && (
        <>
          <Hairline frame={frame} x={x(hover_ms)} dots={[y(valueAt(series, hover_ms))]} />
          <Note frame={frame} x={x(hover_ms)} y={frame.top + 2} line>
            <b>{format(inUnit(valueAt(series, hover_ms), variable.unit), variable.decimals)}</b>{" "}
            {unitName(variable.unit)} {clockSeconds(hover_ms, zone)}
          </Note>
        </>
      )}
    </>
  );
}

/** A line within each straight. */
const linesOf = (series: VariableSeries, spans: readonly ChartSpan[], x: Scale, y: Scale): CanvasLine[] =>
  spans.map((span) => ({
    series,
    x: timeScale(span, { left: x(span.from_ms), right: x(span.to_ms) }),
    y,
    color: "--ink",
    width_px: 1.5,
    opacity: 1,
  }));

/** The window that a drag sets, clamped to the straights; the last one where none of them is left in it. */
function windowOf(
  [a, b]: Selection,
  part: BrushPart,
  value: TimeWindow | null,
  x: Scale,
  spans: readonly ChartSpan[],
): TimeWindow | null {
  const [from_ms, to_ms] = [momentAt(x, a), momentAt(x, b)];
  if (value && part === "start") return withEnd(value, "from_ms", from_ms, spans);
  if (value && part === "end") return withEnd(value, "to_ms", to_ms, spans);
  return clampWindow(from_ms, to_ms, spans) ?? value;
}

const keysOf = (
  value: TimeWindow,
  spans: readonly ChartSpan[],
  zone: string | null,
  onKeyed: WindowControl["set"],
): EndKeys => ({
  names: { from_ms: "Start of the window", to_ms: "End of the window" },
  range: value,
  bounds: { from_ms: spans[0]!.from_ms, to_ms: Math.max(...spans.map(({ to_ms }) => to_ms)) },
  step_ms: 1000,
  long_step_ms: 10_000,
  textOf: (at_ms) => clockSeconds(at_ms, zone),
  onMove: (end, by_ms) => onKeyed(withEnd(value, end, stepMoment(value[end], by_ms, spans), spans)),
  onClear: () => onKeyed(null),
});
