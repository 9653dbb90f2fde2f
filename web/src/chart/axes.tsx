/** The axes of charts, drawn by d3's axes. */
import { axisBottom, axisLeft, type Axis as DrawnAxis, select } from "d3";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { digitsOfTicks, fixed } from "../format/numbers";
import { clock, clockSeconds, dayAndMonth, zoneOffset } from "../format/times";
import { inUnit, unitName } from "../format/units";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import type { Scale } from "./scales";

interface AxisProps {
  axis: DrawnAxis<number>;
  /** Where its line is. */
  x?: number;
  y?: number;
  className: string | undefined;
}

function Axis({ axis, x = 0, y = 0, className }: AxisProps) {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const ticks = select(group.current!).call(axis).selectAll<SVGGElement, number>(".tick");
    ticks.classed(styles.zero!, (value) => value === 0);
  });
  return <g ref={group} transform={`translate(${x} ${y})`} className={className} />;
}

type Format = (value: number, digits: number) => string;

/** An axis with these ticks; where the reader has another unit, with as many that are round in it. */
function withTicks(axis: DrawnAxis<number>, scale: Scale, ticks: readonly number[], standard = "", format: Format) {
  const factor = inUnit(1, standard);
  const own =
    factor === 1
      ? ticks
      : scale
          .copy()
          .domain(scale.domain().map((end) => end * factor))
          .ticks(ticks.length);
  const digits = digitsOfTicks(own);
  return axis.tickValues(own.map((tick) => tick / factor)).tickFormat((value) => format(value * factor, digits));
}

interface ValueAxisProps {
  frame: Pick<Frame, "left" | "right" | "top">;
  y: Scale;
  ticks: readonly number[];
  /** Standard unit of the scale; the reader's is written above the values. */
  unit?: string;
  /** Standard unit of the scale, where it is written elsewhere. */
  standard?: string;
  /** How a value is written with the digits that the step needs. */
  format?: Format;
}

/** Horizontal rules with their values at the left; the one of zero is solid. */
export function ValueAxis({
  frame: { left, right, top },
  y,
  ticks,
  unit,
  standard = unit,
  format = fixed,
}: ValueAxisProps) {
  const axis = withTicks(axisLeft<number>(y), y, ticks, standard, format)
    .tickSize(left - right)
    .tickPadding(8);
  return (
    <>
      <Axis axis={axis} x={left} className={styles.values} />
      {unit && (
        <text x={left - 8} y={top - 8} textAnchor="end" className={styles.tick}>
          {unitName(unit)}
        </text>
      )}
    </>
  );
}

interface LowerAxisProps {
  frame: Frame;
  x: Scale;
  ticks: readonly number[];
  /** Whether there are vertical rules. */
  hasRules?: boolean;
  /** Standard unit of the scale. */
  standard?: string;
  format?: Format;
}

/** Values below the plot. */
export function LowerAxis({ frame, x, ticks, hasRules = false, standard, format = fixed }: LowerAxisProps) {
  const axis = withTicks(axisBottom<number>(x), x, ticks, standard, format)
    .tickSize(hasRules ? frame.top - frame.bottom : 0)
    .tickPadding(8);
  return <Axis axis={axis} y={frame.bottom} className={styles.below} />;
}

/** Times below the plot, round in the zone of the track; of a scale of several parts for each part. */
export function TimeAxis({ frame, x, zone }: { frame: Frame; x: Scale; zone: string | null }) {
  const texts = timeAxisTicks(x, zone);
  return <LowerAxis frame={frame} x={x} ticks={[...texts.keys()]} format={(at_ms) => texts.get(at_ms) ?? ""} />;
}

/** The name of an axis, with its unit. */
export function AxisName({ x, y, anchor, children }: { x: number; y: number; anchor?: "end"; children: ReactNode }) {
  return (
    <text x={x} y={y} textAnchor={anchor} fill="var(--ink-2)">
      {children}
    </text>
  );
}

// Round times of an axis in the zone of a track; d3's times are those of the browser's zone or UTC.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 400].map((days) => days * DAY),
];

/** Width of a time with the space around it, px. */
const TICK_PX = 80;
/** Least distance between two times of different parts, px. */
const MIN_DISTANCE_PX = 64;

/**
 * Texts by their times on a scale: round times where a part of the scale is wide enough, else the start of the part;
 * none that would touch the text before it.
 */
export function timeAxisTicks(x: Scale, zone: string | null): Map<number, string> {
  const texts = new Map<number, string>();
  const edges = x.domain();
  let free_x = -Infinity;
  const add = (at_ms: number, text: string) => {
    texts.set(at_ms, text);
    free_x = x(at_ms) + MIN_DISTANCE_PX;
  };
  for (let part = 0; part + 1 < edges.length; part += 2) {
    const [from_ms, to_ms] = [edges[part]!, edges[part + 1]!];
    const most = Math.floor((x(to_ms) - x(from_ms)) / TICK_PX);
    const { step_ms, ticks } = most < 1 ? { step_ms: 0, ticks: [] } : timeTicks(from_ms, to_ms, most, zone);
    const isFree = (at_ms: number) => x(at_ms) >= free_x;
    if (!ticks.some(isFree) && isFree(from_ms)) add(from_ms, clockSeconds(from_ms, zone));
    for (const at_ms of ticks) if (isFree(at_ms)) add(at_ms, tickText(at_ms, step_ms, zone));
  }
  return texts;
}

/** Round times of a range in a zone, at most `most`; also after a change of its clock. */
export function timeTicks(
  from_ms: number,
  to_ms: number,
  most: number,
  zone: string | null,
): { step_ms: number; ticks: number[] } {
  const step_ms = STEPS_MS.find((step) => (to_ms - from_ms) / step <= most) ?? (to_ms - from_ms) / most;
  const ticks: number[] = [];
  const start_ms = from_ms + zoneOffset(from_ms, zone);
  const first_ms = from_ms + (Math.ceil(start_ms / step_ms) * step_ms - start_ms);
  for (let at = first_ms; at <= to_ms; at = nearestRound(at + step_ms, step_ms, zone)) ticks.push(at);
  return { step_ms, ticks };
}

/** The instant next to this one whose time of day is a multiple of the step. */
function nearestRound(at_ms: number, step_ms: number, zone: string | null): number {
  const local_ms = at_ms + zoneOffset(at_ms, zone);
  return at_ms + Math.round(local_ms / step_ms) * step_ms - local_ms;
}

/** The text of a tick: its time, at midnight its day, of ticks a day and more apart always their day. */
export function tickText(at_ms: number, step_ms: number, zone: string | null): string {
  if (step_ms >= DAY) return dayAndMonth(at_ms, zone);
  const time = step_ms < MINUTE ? clockSeconds(at_ms, zone) : clock(at_ms, zone);
  return /^00:00(:00)?$/.test(time) ? dayAndMonth(at_ms, zone) : time;
}
