import type { WindMetrics, WindReport } from "@leebow/api/contract";
import { bisector, quantileSorted } from "d3";
import { useMemo, useState } from "react";
import { TimeAxis, ValueAxis } from "../chart/axes";
import { Chart, Drawing, type Frame, Hairline, Note, useHover } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { type Scale, sliderOf, timeScale, valueScale } from "../chart/scales";
import { compass, fixed, turned, withUnit } from "../format/numbers";
import { clockSeconds } from "../format/times";
import { unitName } from "../format/units";
import { PHONE, useMedia } from "../look/use-media";
import styles from "./wind-chart.module.css";

interface WindChartProps {
  points: readonly CurvePoint[];
  metrics: WindMetrics;
  zone: string | null;
}

const MARGIN = { top: 26, right: 12, left: 36, bottom: 26 };
const PLOT_GAP = 40;
/** Points that Shift and an arrow key pass: a minute of 5 s means. */
const LONG_STEP = 12;

interface Quantity {
  title: string;
  unit: string;
  valueAt: (point: CurvePoint) => number | null;
  mean: number | null;
  sd: number | null;
  isDirection: boolean;
}

/** Wind speed and direction over time, two plots with one hairline that follows the pointer and the arrow keys. */
export function WindChart({ points, metrics, zone }: WindChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const plot_px = useMedia(PHONE) ? 140 : 216;
  const quantities = useMemo(() => quantitiesOf(points, metrics), [points, metrics]);
  const point = at === null ? null : (points[at] ?? null);
  const slider = sliderOf({
    label: "Wind speed and direction, moment",
    from: 0,
    to: points.length - 1,
    at: at ?? Math.floor(points.length / 2),
    text: point ? noteOf(point, zone).join(", ") : "No moment chosen",
    step: 1,
    long: LONG_STEP,
    onMove: setAt,
  });
  const height = MARGIN.top + quantities.length * (plot_px + PLOT_GAP) - PLOT_GAP + MARGIN.bottom;
  return (
    <Chart margin={MARGIN} height={height} className={styles.frame} {...slider}>
      {(frame) => <Drawn {...{ points, quantities, zone, plot_px, frame }} at={point} onMove={setAt} />}
    </Chart>
  );
}

const noteOf = ({ time_ms, tws, twd }: CurvePoint, zone: string | null): string[] => [
  clockSeconds(time_ms, zone),
  ...(tws === null ? [] : [withUnit(tws, 1, "kn")]),
  `from ${Math.round(compass(twd)) % 360}°`,
];

/** The speed where it was measured, and the direction. */
function quantitiesOf(points: readonly CurvePoint[], metrics: WindMetrics): Quantity[] {
  const speed: Quantity = {
    title: "Wind speed",
    unit: "kn",
    valueAt: ({ tws }) => tws,
    mean: metrics.avg_tws,
    sd: metrics.std_tws,
    isDirection: false,
  };
  const direction: Quantity = {
    title: "Wind direction, from",
    unit: "°",
    valueAt: ({ twd }) => twd,
    mean: metrics.avg_twd,
    sd: metrics.std_twd,
    isDirection: true,
  };
  return points.some(({ tws }) => tws !== null) ? [speed, direction] : [direction];
}

interface DrawnProps extends Pick<WindChartProps, "points" | "zone"> {
  frame: Frame;
  quantities: readonly Quantity[];
  plot_px: number;
  at: CurvePoint | null;
  onMove: (at: number) => void;
}

const nearest = bisector((point: CurvePoint) => point.time_ms).center;

function Drawn({ frame, points, quantities, zone, plot_px, at, onMove }: DrawnProps) {
  const x = useMemo(
    () => timeScale({ from_ms: points[0]?.time_ms ?? 0, to_ms: points.at(-1)?.time_ms ?? 1 }, frame),
    [points, frame],
  );
  const plots = useMemo(
    () =>
      quantities.map((quantity, index) => {
        const top = frame.top + index * (plot_px + PLOT_GAP);
        const edges = { ...frame, top, bottom: top + plot_px };
        const values = [...points.map(quantity.valueAt), quantity.mean];
        return { quantity, frame: edges, ...valueScale(values, edges, quantity) };
      }),
    [quantities, points, frame, plot_px],
  );
  // The hairline stays where the pointer left.
  useHover(frame, (at_px) => at_px !== null && onMove(nearest(points, x.invert(at_px))), true);
  return (
    <>
      <Drawing frame={frame}>
        {plots.map((plot) => (
          <Plot key={plot.quantity.title} {...plot} points={points} x={x} />
        ))}
        <TimeAxis frame={frame} x={x} zone={zone} />
      </Drawing>
      {at && (
        <>
          <Hairline
            frame={frame}
            x={x(at.time_ms)}
            dots={plots.map(({ quantity, y }) => y(quantity.valueAt(at) ?? Number.NaN))}
            className={styles.hair}
          />
          <Note frame={frame} x={x(at.time_ms)} y={frame.top + plot_px - 8}>
            {noteOf(at, zone).map((text, line) =>
              line === 0 ? <b key={text}>{text}</b> : <span key={text}>{text}</span>,
            )}
          </Note>
        </>
      )}
    </>
  );
}

interface PlotProps {
  frame: Frame;
  quantity: Quantity;
  points: readonly CurvePoint[];
  x: Scale;
  y: Scale;
  ticks: readonly number[];
}

/** Rules with their values, the band of one standard deviation to each side, the dashed average, the curve. */
function Plot({ frame, quantity, points, x, y, ticks }: PlotProps) {
  const { left, right, top, bottom } = frame;
  const { title, unit, valueAt, mean, sd, isDirection } = quantity;
  const path = useMemo(() => {
    const poseOf = (point: CurvePoint): [number, number] | null => {
      const value = valueAt(point);
      return value === null ? null : [x(point.time_ms), y(value)];
    };
    return linePath(points, poseOf, curveBreaks(points, isDirection));
  }, [points, valueAt, isDirection, x, y]);
  const within = (value: number) => Math.max(top, Math.min(bottom, y(value)));
  return (
    <g>
      <text x={left} y={top - 9} className={styles.title}>
        {title}
        <tspan className={styles.unit}>, {unitName(unit)}</tspan>
      </text>
      <ValueAxis
        frame={frame}
        y={y}
        ticks={ticks}
        standard={unit}
        format={isDirection ? (value, digits) => fixed(compass(value), digits) : fixed}
      />
      {mean !== null && sd !== null && (
        <rect
          x={left}
          width={right - left}
          y={within(mean + sd)}
          height={within(mean - sd) - within(mean + sd)}
          fill="var(--wind)"
          fillOpacity="0.09"
        />
      )}
      {mean !== null && <path d={`M${left} ${y(mean)}H${right}`} className={styles.mean} />}
      <path d={path} className={styles.curve} />
    </g>
  );
}

// The curves of a wind report as the chart and the box plots need them.

export interface CurvePoint {
  time_ms: number;
  tws: number | null;
  /** Degrees, continuous through north: within 180° of the mean. */
  twd: number;
}

export function curveOf({ windpoints, metrics }: Pick<WindReport, "windpoints" | "metrics">): CurvePoint[] {
  const mean = metrics?.avg_twd ?? windpoints[0]?.twd_smoothed ?? 0;
  return windpoints.map(({ time, tws_smoothed, twd_smoothed }) => ({
    time_ms: Date.parse(time),
    tws: tws_smoothed,
    twd: mean + turned(twd_smoothed, mean),
  }));
}

/** Minimum, lower quartile, median, upper quartile, maximum of the differences from `mean`; null without values. */
export function fiveDifferences(values: readonly (number | null)[], mean: number | null): number[] | null {
  if (mean === null) return null;
  const sorted = values
    .filter((value) => value !== null)
    .map((value) => value - mean)
    .sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return [0, 0.25, 0.5, 0.75, 1].map((p) => quantileSorted(sorted, p) ?? 0);
}

/** Gaps longer than this break the curves, ms: six of the 5 s means that the server smooths. *guess* */
const MIN_GAP_MS = 30_000;

/**
 * Whether the curve is broken between two of the points: where measurements are missing, and that of the direction also
 * where it went through the opposite of its mean, so that the curve ends at one edge and begins at the other.
 */
export function curveBreaks(
  points: readonly CurvePoint[],
  isDirection: boolean,
): (before: CurvePoint, after: CurvePoint) => boolean {
  const length_ms = (points.at(-1)?.time_ms ?? 0) - (points[0]?.time_ms ?? 0);
  const gap_ms = Math.max(MIN_GAP_MS, (4 * length_ms) / Math.max(1, points.length));
  return (before, after) =>
    after.time_ms - before.time_ms > gap_ms || (isDirection && Math.abs(before.twd - after.twd) > 180);
}
