/** The axes of charts, drawn by d3's axes. */
import { axisBottom, axisLeft, type Axis as DrawnAxis, select } from "d3";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { fixed } from "../format/numbers";
import { digitsOfTicks } from "../format/ticks";
import { inUnit, unitName } from "../format/units";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import type { Scale } from "./scales";
import { timeAxisTicks } from "./time-ticks";

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
    <text x={x} y={y} textAnchor={anchor} className={styles.label}>
      {children}
    </text>
  );
}
