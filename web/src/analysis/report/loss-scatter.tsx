import type { Regression } from "@leebow/core";
import { area, scaleLinear } from "d3";
import { useEffect, useId, useState } from "react";
import { AxisName, LowerAxis, ValueAxis } from "../../chart/axes";
import { BeyondArrow, Chart, Drawing, type Frame, Note } from "../../chart/frame";
import { linePath } from "../../chart/line-path";
import { PlotPoints } from "../../chart/plot-points";
import { padded, type Scale, valueScale } from "../../chart/scales";
import { regress } from "../../engine/engine";
import { amount, capital, numberWord, percent, withUnit } from "../../format/numbers";
import { clockSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { PHONE, useMedia } from "../../look/use-media";
import { lossScale } from "./loss-scale";
import styles from "./loss-scatter.module.css";
import type { ManeuverRow, XMetric } from "./rows";

interface LossScatterProps {
  rows: readonly ManeuverRow[];
  chosen: ReadonlySet<string>;
  metric: XMetric;
  line: Regression | null;
  /** Ends of the scale of losses, m; by default those of the rows. */
  lossRange?: readonly [number, number];
  /** Lower, for charts beside each other. */
  compact?: boolean;
  /** Accessible description of the chart. */
  label: string;
  /** "Tack" */
  singular: string;
  tz: string | null;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
  onToggle: (id: string) => void;
}

interface Dot {
  row: ManeuverRow;
  x: number;
  y: number;
  /** Whether the loss lies outside of the scale: the mark is at its edge. */
  beyond: boolean;
}

/** Fewer points have no line: any two lie on one. */
const MIN_LINE_POINTS = 3;
const MARGIN = { top: 14, right: 16, bottom: 46, left: 40 };

/** Loss against a metric, with the regression line and its 90 % band. */
export function LossScatter(props: LossScatterProps) {
  const isPhone = useMedia(PHONE);
  const height = props.compact ? 230 : isPhone ? 270 : 392;
  return (
    <Chart margin={MARGIN} height={height} className={styles.frame}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn(props: LossScatterProps & { frame: Frame }) {
  const { rows, chosen, metric, line, lossRange, label, singular, tz, frame } = props;
  const { highlighted, onHighlight, onToggle } = props;
  const [low, high] = lossRange ?? lossScale(rows.map((row) => row.loss_m));
  const dots = rows.flatMap((row): Dot[] => {
    const x = row[metric.id];
    const loss = row.loss_m;
    return x === null || loss === null ? [] : [{ row, x, y: loss, beyond: loss < low || loss > high }];
  });
  const x = scaleLinear(padded(dots.map((dot) => dot.x)), [frame.left, frame.right]).nice(6);
  const { y, ticks } = valueScale([low, high], frame, { steps: 5 });
  const [bottom, top] = y.domain() as [number, number];
  const counted = dots.filter(({ row }) => chosen.has(row.id));
  const shown = dots.find(({ row }) => row.id === highlighted);
  const at = (dot: Dot): [number, number] => [x(dot.x), y(dot.beyond ? (dot.y > high ? top : bottom) : dot.y)];
  const points = dots.map((dot) => {
    const [left, upper] = at(dot);
    const state = chosen.has(dot.row.id) ? "selected" : "not selected";
    const name = `${singular} at ${clockSeconds(dot.row.time, tz)}, loss ${withUnit(dot.y, 2, "m")}, ${state}`;
    return { id: dot.row.id, x: left, y: upper, name };
  });
  return (
    <>
      <Drawing frame={frame} label={label}>
        <ValueAxis frame={frame} y={y} ticks={ticks} standard="m" />
        <LowerAxis frame={frame} x={x} ticks={x.ticks(6)} standard={metric.unit} />
        <AxisName x={frame.left} y={frame.height - 8}>
          {metric.label}, {unitName(metric.unit)}
        </AxisName>
        <AxisName x={frame.right} y={y(0) - 5} anchor="end">
          no loss
        </AxisName>
        {line && counted.length >= MIN_LINE_POINTS && <Line line={line} points={counted} x={x} y={y} frame={frame} />}
        {dots.map((dot) => (
          <Mark
            key={dot.row.id}
            dot={dot}
            at={at(dot)}
            counted={chosen.has(dot.row.id)}
            highlighted={dot.row.id === highlighted}
          />
        ))}
      </Drawing>
      <PlotPoints
        label={`${singular} by ${singular.toLowerCase()}; Enter selects one or leaves it out`}
        points={points}
        active={highlighted}
        onActive={onHighlight}
        onOpen={onToggle}
      />
      {shown && (
        <Note frame={frame} x={x(shown.x)} y={y(Math.min(high, Math.max(low, shown.y))) - 20}>
          <DotNote {...props} dot={shown} />
        </Note>
      )}
    </>
  );
}

interface LineProps {
  line: Regression;
  points: Dot[];
  x: Scale;
  y: Scale;
  frame: Frame;
}

/** The regression with its band; of a few points dashed, without. */
function Line({ line, points, x, y, frame: { left, right, top, bottom } }: LineProps) {
  const clip = useId();
  const [from, to] = x.domain() as [number, number];
  const isSure = points.length >= MIN_POINTS;
  const band = area<BandPoint>()
    .x((at) => x(at.x))
    .y0((at) => y(at.low))
    .y1((at) => y(at.high));
  const ends = [from, to].map((value): [number, number] => [x(value), y(line.intercept + line.slope * value)]);
  return (
    <g clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect x={left} y={top} width={right - left} height={bottom - top} />
      </clipPath>
      {isSure && <path d={band(bandOf(points, line, [from, to])) ?? ""} className="mark-band" />}
      <path d={linePath(ends, (end) => end)} className={isSure ? "mark-line" : styles.unsure} />
    </g>
  );
}

interface MarkProps {
  dot: Dot;
  at: [number, number];
  /** Selected: part of the regression and the averages. */
  counted: boolean;
  highlighted: boolean;
}

/** A maneuver: port is a diamond, starboard a disc, one that is left out a dashed ring, one that is not counted a cross. */
function Mark({ dot, at: [x, y], counted, highlighted }: MarkProps) {
  const { from_side, counted: isCounted } = dot.row;
  const paint = from_side ? `var(--${from_side})` : "var(--ink-2)";
  return (
    <g transform={`translate(${x} ${y})`}>
      {highlighted && <circle r="10" className="mark-focus" />}
      {dot.beyond && <BeyondArrow isAbove={dot.y > 0} />}
      {!isCounted && <path d="M-4-4L4 4M4-4L-4 4" className={counted ? styles.uncountedIn : styles.uncounted} />}
      {isCounted && !counted && <circle r="5" className={styles.out} />}
      {isCounted && counted && from_side === "port" && (
        <rect x="-4.5" y="-4.5" width="9" height="9" transform="rotate(45)" fill={paint} className="mark-dot" />
      )}
      {isCounted && counted && from_side !== "port" && <circle r="5" fill={paint} className="mark-dot" />}
    </g>
  );
}

type NoteProps = Pick<LossScatterProps, "metric" | "singular" | "tz"> & { dot: Dot };

function DotNote({ dot: { row, x, beyond }, metric, singular, tz }: NoteProps) {
  const hasInterval = row.loss_low_m !== null && row.loss_high_m !== null;
  return (
    <>
      <b>
        {singular} at {clockSeconds(row.time, tz)}
      </b>
      {!row.counted && <span>Not counted</span>}
      <span>
        Loss {withUnit(row.loss_m, 2, "m")}
        {beyond && ", beyond the scale"}
      </span>
      {hasInterval && (
        <span>
          90 % between {amount(row.loss_low_m, 2, "m")} and {withUnit(row.loss_high_m, 2, "m")}
        </span>
      )}
      <span>
        {metric.label} {withUnit(x, 2, metric.unit)}
      </span>
    </>
  );
}

// The sentences of a regression, in the words of the specification.

/** From this R² on, the direction is part of the text. *from* the specification. */
const MIN_R2_WITH_DIRECTION = 0.01;
/** Below this number of points a sentence about the small sample is added. *guess* */
const SMALL_SAMPLE_BELOW = 10;
/** Below this number of points R² is not stated unless the user selected them. *from* issue 14 */
const MIN_POINTS = 5;

interface Sentences {
  explains: string;
  /** Null when R² is below the threshold. */
  direction: string | null;
  few: string | null;
}

/** `plural` names the maneuvers: "tacks". */
export function sentencesOf(
  metric: string,
  plural: string,
  { r2, slope }: Pick<Regression, "r2" | "slope">,
  n: number,
): Sentences {
  return {
    explains: `${metric} explains ${percent(r2)} of the variation in maneuver loss for ${plural}.`,
    direction:
      r2 >= MIN_R2_WITH_DIRECTION
        ? `As ${metric} increases, maneuver loss ${slope > 0 ? "increases" : "decreases"}.`
        : null,
    few: n < SMALL_SAMPLE_BELOW && n > 0 ? few(n, plural) : null,
  };
}

const few = (n: number, plural: string): string =>
  `${capital(numberWord(n))} ${n === 1 ? `${plural.replace(/s$/, "")} is` : `${plural} are`} few. Take this as a hint and look at more days.`;

/** How many maneuvers with a loss are missing until R² is stated; null when none is. */
export function missingText(metric: string, plural: string, n: number): string | null {
  const missing = MIN_POINTS - n;
  if (missing <= 0) return null;
  const many =
    missing === 1
      ? `more ${plural.replace(/s$/, "")} with a measured loss is`
      : `more ${plural} with a measured loss are`;
  return `${capital(numberWord(missing))} ${many} needed to say how much of the variation ${metric} explains.`;
}

// The 90 % confidence band of a regression line.

/**
 * 95 % quantiles of Student's t for 1 to 30 degrees of freedom, *from* statistical tables; above 30,
 * 1.645 + 1.5 / df approximates them.
 */
const T_95 = [
  6.314, 2.92, 2.353, 2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.74,
  1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699, 1.697,
];
const t95 = (df: number): number => T_95[df - 1] ?? 1.645 + 1.5 / df;

interface BandPoint {
  x: number;
  low: number;
  high: number;
}

/** The band at evenly spaced x; empty with fewer than three points or without spread in x. */
export function bandOf(
  points: readonly { x: number; y: number }[],
  line: Pick<Regression, "slope" | "intercept">,
  [from, to]: readonly [number, number],
  steps = 40,
): BandPoint[] {
  const n = points.length;
  if (n < 3) return [];
  const mean = points.reduce((sum, { x }) => sum + x, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - mean) ** 2, 0);
  if (spread === 0) return [];
  const at = (x: number) => line.intercept + line.slope * x;
  const scatter = Math.sqrt(points.reduce((sum, { x, y }) => sum + (y - at(x)) ** 2, 0) / (n - 2));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const x = from + ((to - from) * step) / steps;
    const half = t95(n - 2) * scatter * Math.sqrt(1 / n + (x - mean) ** 2 / spread);
    return { x, low: at(x) - half, high: at(x) + half };
  });
}

type Column = readonly (number | null)[];

/** How long the last regression is shown while the next is computed, ms: without it each choice of rows flickers. *guess* */
const SHOWN_MS = 100;

/** The regression of y on x, computed by the engine; null until it has answered, or if it cannot be loaded. */
export function useRegression(x: Column, y: Column): Regression | null {
  const [line, setLine] = useState<Regression | null>(null);
  useEffect(() => {
    const outdated = setTimeout(() => setLine(null), SHOWN_MS);
    let gone = false;
    const end = () => {
      gone = true;
      clearTimeout(outdated);
    };
    regress(valuesOf(x), valuesOf(y)).then(
      (answer) => {
        if (gone) return;
        end();
        setLine(answer);
      },
      () => undefined,
    );
    return end;
  }, [x, y]);
  return line;
}

const valuesOf = (column: Column) => Float64Array.from(column, (value) => value ?? Number.NaN);
