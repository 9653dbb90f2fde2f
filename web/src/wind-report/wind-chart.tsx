import type { WindMetrics } from "@leebow/api/contract";
import { bisector, extent, type ScaleLinear, scaleLinear } from "d3";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { timeTicks } from "../chart/time-ticks";
import { fixed } from "../format/numbers";
import { digitsOfTicks } from "../format/ticks";
import { clock, clockSeconds } from "../format/times";
import { PHONE, useMedia } from "../look/use-media";
import { useWidth } from "../look/use-width";
import { bearings, brokenLine, type CurvePoint, compass, directionLine, gapOf } from "./curve";
import styles from "./wind-chart.module.css";

interface WindChartProps {
  points: readonly CurvePoint[];
  metrics: WindMetrics;
  zone: string | null;
}

const MARGIN = { top: 26, right: 6, left: 36, bottom: 26 };
const PLOT_GAP = 40;
/** Width of a label of the time axis with its space, px. */
const TICK_PX = 84;
/** Points that Shift and an arrow key pass: a minute of 5 s means. */
const LONG_STEP = 12;

interface Plot {
  title: string;
  unit: string;
  values: (point: CurvePoint) => number | null;
  mean: number | null;
  sd: number | null;
  /** A compass has steps and a path of its own. */
  isDirection: boolean;
  /** How a tick is written. */
  label: (value: number, digits: number) => string;
}

/** Wind speed and direction over time, two plots with one hairline that follows the pointer and the arrow keys. */
export function WindChart(props: WindChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState<number | null>(null);
  const { points, zone } = props;
  const x = scaleLinear(
    [points[0]?.time_ms ?? 0, points.at(-1)?.time_ms ?? 1],
    [MARGIN.left, Math.max(width, 200) - MARGIN.right],
  );
  const point = at === null ? null : points[at];
  const keys = useHairlineKeys(points.length, at, setAt);
  const follow = (event: PointerEvent) => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    setAt(nearest(points, x.invert(event.clientX - left)));
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      role="slider"
      tabIndex={0}
      aria-label="Wind speed and direction, moment"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={at ?? 0}
      aria-valuetext={point ? readoutOf(point, zone).join(", ") : "No moment chosen"}
      onKeyDown={keys}
      onPointerMove={follow}
      onPointerDown={follow}
    >
      {width > 0 && <Plots {...props} width={width} x={x} at={point ?? null} />}
    </div>
  );
}

function useHairlineKeys(count: number, at: number | null, setAt: (at: number) => void) {
  return (event: KeyboardEvent) => {
    const step = event.shiftKey ? LONG_STEP : 1;
    const from = at ?? Math.floor(count / 2);
    const next: Record<string, number> = {
      ArrowLeft: from - step,
      ArrowDown: from - step,
      ArrowRight: from + step,
      ArrowUp: from + step,
      Home: 0,
      End: count - 1,
    };
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(count - 1, to)));
  };
}

const readoutOf = ({ time_ms, tws, twd }: CurvePoint, zone: string | null): string[] => [
  clockSeconds(time_ms, zone),
  ...(tws === null ? [] : [`${fixed(tws, 1)} kn`]),
  `from ${Math.round(compass(twd)) % 360}°`,
];

function nearest(points: readonly CurvePoint[], time_ms: number): number {
  return bisector((point: CurvePoint) => point.time_ms).center(points, time_ms);
}

type Scale = ScaleLinear<number, number>;

interface PlotsProps extends WindChartProps {
  width: number;
  x: Scale;
  at: CurvePoint | null;
}

function Plots({ points, metrics, zone, width, x, at }: PlotsProps) {
  const plotHeight = useMedia(PHONE) ? 140 : 216;
  const plots = useMemo(() => plotsOf(points, metrics), [points, metrics]);
  const height = MARGIN.top + plots.length * plotHeight + (plots.length - 1) * PLOT_GAP + MARGIN.bottom;
  const bottom = height - MARGIN.bottom;
  const placed = plots.map((plot, index) => {
    const top = MARGIN.top + index * (plotHeight + PLOT_GAP);
    const values = [...points.map(plot.values), plot.mean].filter((value) => value !== null);
    const y = scaleLinear(roomFor(values), [top + plotHeight, top]).nice(4);
    if (!plot.isDirection) return { plot, y, ticks: y.ticks(4) };
    const ticks = bearings(...roomFor(values));
    return { plot, y: y.domain([ticks[0] ?? 0, ticks.at(-1) ?? 1]), ticks };
  });
  return (
    <>
      <svg width={width} height={height} aria-hidden="true">
        {placed.map(({ plot, y, ticks }) => (
          <PlotLines key={plot.title} plot={plot} points={points} x={x} y={y} ticks={ticks} width={width} />
        ))}
        <TimeAxis x={x} y={bottom} zone={zone} />
        {at && <path d={`M${x(at.time_ms)} ${MARGIN.top}V${bottom}`} className={styles.hairline} />}
        {at &&
          placed.map(({ plot, y }) => {
            const value = plot.values(at);
            return value === null ? null : (
              <circle key={plot.title} cx={x(at.time_ms)} cy={y(value)} r="4.5" className={styles.dot} />
            );
          })}
      </svg>
      {at && <Readout at={at} x={x(at.time_ms)} width={width} top={MARGIN.top + plotHeight - 8} zone={zone} />}
    </>
  );
}

/** The speed where it was measured, and the direction. */
function plotsOf(points: readonly CurvePoint[], metrics: WindMetrics): Plot[] {
  const speed: Plot = {
    title: "Wind speed",
    unit: "kn",
    values: ({ tws }) => tws,
    mean: metrics.avg_tws,
    sd: metrics.std_tws,
    isDirection: false,
    label: fixed,
  };
  const direction: Plot = {
    title: "Wind direction, from",
    unit: "°",
    values: ({ twd }) => twd,
    mean: metrics.avg_twd,
    sd: metrics.std_twd,
    isDirection: true,
    label: (value, digits) => fixed(compass(value), digits),
  };
  return points.some(({ tws }) => tws !== null) ? [speed, direction] : [direction];
}

/** The extent with some room; a scale about the value where all are equal. */
function roomFor(values: readonly number[]): [number, number] {
  const [low = 0, high = 1] = extent(values);
  const room = (high - low) * 0.06 || Math.max(0.5, Math.abs(high) * 0.05);
  // No room below zero where nothing is below it: there is no wind of less than 0 kn.
  return [low >= 0 ? Math.max(0, low - room) : low - room, high + room];
}

interface PlotLinesProps {
  plot: Plot;
  points: readonly CurvePoint[];
  x: Scale;
  y: Scale;
  ticks: readonly number[];
  width: number;
}

/** Rules with their values, the band of ± 1 standard deviation, the dashed average, the curve. */
function PlotLines({ plot, points, x, y, ticks, width }: PlotLinesProps) {
  const { title, unit, values, mean, sd, isDirection, label } = plot;
  const [bottom = 0, top = 0] = y.range();
  const right = width - MARGIN.right;
  const digits = digitsOfTicks(ticks);
  const path = useMemo(() => {
    const place = (point: CurvePoint): [number, number] | null => {
      const value = values(point);
      return value === null ? null : [x(point.time_ms), y(value)];
    };
    return isDirection ? directionLine(points, place) : brokenLine(points, place, gapOf(points));
  }, [points, values, isDirection, x, y]);
  const within = (value: number) => Math.max(top, Math.min(bottom, y(value)));
  return (
    <g>
      <text x={MARGIN.left} y={top - 9} className={styles.title}>
        {title}
        <tspan className={styles.unit}>, {unit}</tspan>
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${MARGIN.left} ${y(tick)}H${right}`} className={styles.rule} />
          <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className={styles.tick}>
            {label(tick, digits)}
          </text>
        </g>
      ))}
      {mean !== null && sd !== null && (
        <rect
          x={MARGIN.left}
          width={right - MARGIN.left}
          y={within(mean + sd)}
          height={within(mean - sd) - within(mean + sd)}
          className={styles.band}
        />
      )}
      {mean !== null && <path d={`M${MARGIN.left} ${y(mean)}H${right}`} className={styles.mean} />}
      <path d={path} className={styles.curve} />
    </g>
  );
}

function TimeAxis({ x, y, zone }: { x: Scale; y: number; zone: string | null }) {
  const [from = 0, to = 1] = x.domain();
  const [left = 0, right = 1] = x.range();
  const { step_ms, ticks } = timeTicks(from, to, Math.max(2, (right - left) / TICK_PX), zone);
  return ticks.map((tick) => (
    <text key={tick} x={x(tick)} y={y + 18} textAnchor="middle" className={styles.tick}>
      {step_ms < 60_000 ? clockSeconds(tick, zone) : clock(tick, zone)}
    </text>
  ));
}

interface ReadoutProps {
  at: CurvePoint;
  x: number;
  width: number;
  top: number;
  zone: string | null;
}

function Readout({ at, x, width, top, zone }: ReadoutProps) {
  const [time, ...values] = readoutOf(at, zone);
  return (
    <div
      className={styles.readout}
      style={{ top, ...(x > width - 140 ? { right: width - x + 10 } : { left: x + 10 }) }}
      aria-hidden="true"
    >
      <b>{time}</b>
      {values.map((value) => (
        <span key={value}>{value}</span>
      ))}
    </div>
  );
}
