import { timeParts } from "@leebow/core";
import { scaleLinear } from "d3";
import { memo, useCallback, useMemo, useState } from "react";
import { fixed } from "../format/numbers";
import { clockSeconds } from "../format/times";
import type { TimeRange } from "../playback/clock";
import type { Metric, Scale as MetricScale } from "../playback/metric";
import type { Playback } from "../playback/playback";
import { leftOutTimes, rowAt, rowsBetween, sailedValues } from "../playback/rows";
import { TimeAxis, ValueAxis } from "./axes";
import { Brush, RangeEnds } from "./brush";
import styles from "./chart.module.css";
import { Chart, Drawing, type Frame, Hairline, Note, useHover } from "./frame";
import { type CanvasLine, LineCanvas, pyramidOf, type Series } from "./line-canvas";
import {
  Breaks,
  breaksOf,
  Cover,
  DeviceMarks,
  deviceMarks,
  draftSelection,
  LeftOut,
  ManeuverMarks,
  Sections,
} from "./maneuver-marks";
import { Playhead } from "./playhead";
import { endsOf, partScale, type Scale } from "./scales";
import { TackBand } from "./tack-band";

interface TimeChartProps {
  playback: Playback;
  metric: Metric;
  /** The axis of the metric. */
  scale: MetricScale;
  range: TimeRange;
  zone: string | null;
  /** Index of the focused boat, whose straights and maneuvers are shown. */
  focus: number;
  /** Index of the chosen maneuver; −1 for none. */
  chosen: number;
  /** Indices of the maneuvers that are shown; null for all. */
  visible: ReadonlySet<number> | null;
  /** Where there is video. */
  cover: TimeRange | null;
  /** The section that is being set. */
  draft: TimeRange | null;
  /** Starts of the gold stars, ms. */
  stars: readonly number[];
  onZoom: (range: TimeRange) => void;
  onManeuver: (index: number) => void;
  /** Called while an end of the section is dragged. */
  onSectionEnd: (end: keyof TimeRange, at_ms: number) => void;
  onStar: (index: number) => void;
}

const MARGIN = { left: 34, right: 16, top: 26, bottom: 22 };
/** A plot lower than this has half the horizontal rules, px. *guess* */
const MIN_HEIGHT_ALL_RULES_PX = 80;
/** Boats whose values are written beside the hairline; of more the focused one only. *guess* */
const MAX_NAMED_BOATS = 6;
const BOAT_COLORS = [1, 2, 3, 4, 5, 6, 7, 8].map((boat) => `--boat-${boat}` as const);

/**
 * One metric over time: a line for each boat, the focused boat's straights and maneuvers, the playhead. To screen readers
 * it is an image with its description: panel, lists and transport have the rest as text and controls.
 */
export function TimeChart(props: TimeChartProps) {
  return (
    <Chart margin={MARGIN} className={styles.time} role="img" aria-label={description(props)}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

/** "Speed over ground from 13:00:00 to 14:00:00, 0.2 to 14.2 kn" of the focused boat. */
function description({ playback, metric, range, zone, focus }: TimeChartProps): string {
  const { name, columns } = playback.boats[focus]!;
  const values = columns.channels[metric.id];
  const times = `${metric.name} from ${clockSeconds(range.from_ms, zone)} to ${clockSeconds(range.to_ms, zone)}`;
  const { start, end } = rowsBetween(columns.time_ms, range.from_ms, range.to_ms);
  const seen = { low: Number.NaN, high: Number.NaN };
  if (values) pyramidOf(values).range(start, end, seen);
  const ends = [seen.low, seen.high].map((value) => fixed(value * metric.display_factor, metric.decimals)).join(" to ");
  return `${name && `${name}, `}${times}, ${Number.isNaN(seen.low) ? "no values" : `${ends} ${metric.display_unit}`}`;
}

function Drawn(props: TimeChartProps & { frame: Frame }) {
  const { frame, playback, metric, scale, range, zone, focus } = props;
  const { report, columns, piece_starts } = playback.boats[focus]!;
  const isRace = playback.boats.length > 1;
  const parts = useMemo(() => (isRace ? [] : timeParts(columns.time_ms)), [isRace, columns]);
  const x = useMemo(() => partScale(within(range, parts), frame), [range, parts, frame]);
  const y = useMemo(() => scaleLinear([scale.edges[0], scale.edges[4]], [frame.bottom, frame.top]), [scale, frame]);
  const series = useMemo(() => playback.boats.map((boat) => seriesOf(boat, metric)), [playback, metric]);
  const sailed = useMemo(() => playback.boats.map((boat) => seriesOf(boat, metric, true)), [playback, metric]);
  const lines = useMemo(() => linesOf(series, sailed, focus, x, y), [series, sailed, focus, x, y]);
  const valueAt = useCallback((at_ms: number) => valueIn(series[focus]!, at_ms), [series, focus]);
  const ticks =
    frame.bottom - frame.top < MIN_HEIGHT_ALL_RULES_PX ? scale.edges.filter((_, i) => i % 2 === 0) : scale.edges;
  const zoomTo = ([a, b]: readonly [number, number], isDone: boolean) =>
    isDone && props.onZoom({ from_ms: x.invert(a), to_ms: x.invert(b) });
  const section = draftSelection(props.draft, x);
  const leftOut = useMemo(() => leftOutTimes(report), [report]);
  const breaks = useMemo(
    () => (isRace ? [] : breaksOf(report, columns.time_ms, piece_starts)),
    [isRace, report, columns, piece_starts],
  );
  return (
    <>
      <Drawing frame={frame}>
        <Breaks frame={frame} x={x} breaks={breaks} />
        <LeftOut frame={frame} x={x} times={leftOut} />
        <Straights frame={frame} x={x} straights={report.straights} />
        <ValueAxis frame={frame} y={y} ticks={ticks} unit={metric.display_unit} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        <DeviceMarks frame={frame} x={x} marks={deviceMarks(report)} />
        <Brush
          frame={{ ...frame, top: 0 }}
          onBrush={(selection, _, isDone) => zoomTo(selection, isDone)}
          onPress={(px) => playback.seek(x.invert(px))}
        />
        {metric.line !== undefined && (
          <path d={`M${frame.left} ${y(metric.line)}H${frame.right}`} className={styles.target} />
        )}
        <ManeuverMarks {...props} maneuvers={report.maneuvers} x={x} />
        <Cover x={x} cover={props.cover} />
        <Sections {...props} x={x} />
      </Drawing>
      <LineCanvas frame={frame} lines={lines} />
      <Hover {...props} x={x} y={y} series={series} />
      {section && <RangeEnds frame={{ top: frame.top - 6, bottom: frame.bottom }} selection={section} />}
      <Playhead frame={frame} x={x} y={y} playback={playback} zone={zone} valueAt={valueAt} />
    </>
  );
}

/** What of these parts is in a range; the range where it is in none. */
function within(range: TimeRange, parts: readonly TimeRange[]): TimeRange[] {
  const found = parts.flatMap(({ from_ms, to_ms }): TimeRange[] => {
    const part = { from_ms: Math.max(from_ms, range.from_ms), to_ms: Math.min(to_ms, range.to_ms) };
    return part.to_ms > part.from_ms ? [part] : [];
  });
  return found.length > 1 ? found : [{ ...range, to_ms: Math.max(range.to_ms, range.from_ms + 1) }];
}

type Boat = Playback["boats"][number];

/** The column of a boat, or what of it is sailing; null when it does not have this channel. */
function seriesOf({ report, columns, piece_starts }: Boat, metric: Metric, isSailed = false): Series | null {
  const whole = columns.channels[metric.id];
  if (!whole) return null;
  const values = isSailed ? sailedValues(report, whole) : whole;
  const { display_factor: factor, circular } = metric;
  return { time_ms: columns.time_ms, piece_starts, pyramid: pyramidOf(values), factor, circular };
}

function valueIn(series: Series | null, at_ms: number): number {
  const row = series ? rowAt(series.time_ms, at_ms) : -1;
  return row < 0 ? Number.NaN : series!.pyramid.values[row]! * series!.factor;
}

/** What is left out is a thin grey line; the line of the focused boat is above the others. */
function linesOf(
  series: readonly (Series | null)[],
  sailed: readonly (Series | null)[],
  focus: number,
  x: Scale,
  y: Scale,
): CanvasLine[] {
  const leftOut = series.flatMap((one, boat): CanvasLine[] =>
    one && one.pyramid !== sailed[boat]?.pyramid
      ? [{ series: one, x, y, color: "--ink-3", width_px: 1, opacity: 0.8 }]
      : [],
  );
  const lines = sailed.flatMap((one, boat): (CanvasLine & { boat: number })[] => {
    if (!one) return [];
    const color = series.length === 1 ? "--ink" : BOAT_COLORS[boat % BOAT_COLORS.length]!;
    const isFocus = boat === focus;
    return [{ boat, series: one, x, y, color, width_px: isFocus ? 1.75 : 1, opacity: isFocus ? 1 : 0.5 }];
  });
  return [...leftOut, ...lines.sort((a, b) => Number(a.boat === focus) - Number(b.boat === focus))];
}

interface StraightsProps {
  frame: Frame;
  x: Scale;
  straights: Boat["report"]["straights"];
}

const Straights = memo(({ frame, x, straights }: StraightsProps) => {
  const [from_ms, to_ms] = endsOf(x);
  return straights.map(({ start_time, end_time, side }) => {
    const left = x(Math.max(from_ms, Date.parse(start_time)));
    const width = x(Math.min(to_ms, Date.parse(end_time))) - left;
    return width > 0 && <TackBand key={start_time} frame={frame} left={left} width={width} side={side} />;
  });
});

interface HoverProps extends TimeChartProps {
  frame: Frame;
  x: Scale;
  y: Scale;
  series: readonly (Series | null)[];
}

/** The moment under the mouse, with the values of the boats. */
function Hover({ frame, x, y, series, playback, focus, metric, zone }: HoverProps) {
  const [hover, setHover] = useState<number | null>(null);
  useHover(frame, setHover);
  if (hover === null) return null;
  const place = Math.max(frame.left, Math.min(frame.right, hover));
  const at_ms = x.invert(place);
  const named = playback.boats.length > MAX_NAMED_BOATS ? [focus] : playback.boats.map((_, boat) => boat);
  const values = named.map((boat) =>
    `${playback.boats[boat]!.name} ${fixed(valueIn(series[boat]!, at_ms), metric.decimals)}`.trim(),
  );
  return (
    <>
      <Hairline frame={frame} x={place} dots={[y(valueIn(series[focus]!, at_ms))]} />
      <Note frame={frame} x={place} y={frame.top} line>
        {`${clockSeconds(at_ms, zone)}  ${values.join("  ")} ${metric.display_unit}`}
      </Note>
    </>
  );
}
