import type { Regression } from "@leebow/core";
import { extent, scaleLinear } from "d3";
import { type RefObject, useId, useRef } from "react";
import { AxisName, PlotNote, TickLabels, ValueRules } from "../components/plot";
import { fixed } from "../format/numbers";
import { digitsOfTicks } from "../format/ticks";
import { clockSeconds } from "../format/times";
import { PHONE, useMedia } from "../look/use-media";
import { useWidth } from "../look/use-width";
import { bandOf } from "./band";
import { lossScale } from "./loss-scale";
import styles from "./loss-scatter.module.css";
import type { ManeuverRow, XMetric } from "./rows";
import { MIN_POINTS } from "./sentence";

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
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const phone = useMedia(PHONE);
  const height = props.compact ? 230 : phone ? 270 : 392;
  return (
    <div ref={frame} className={styles.frame} style={{ height }}>
      {width > 0 && <Drawing {...props} width={width} height={height} frame={frame} />}
    </div>
  );
}

function Drawing(props: LossScatterProps & { width: number; height: number; frame: RefObject<HTMLDivElement | null> }) {
  const { rows, chosen, metric, line, lossRange, label, highlighted, onHighlight, onToggle, width, height } = props;
  const clip = useId();
  const [low, high] = lossRange ?? lossScale(rows.map((row) => row.loss_m));
  const dots = rows.flatMap((row): Dot[] => {
    const x = row[metric.id];
    const loss = row.loss_m;
    return x === null || loss === null ? [] : [{ row, x, y: loss, beyond: loss < low || loss > high }];
  });
  const x = scaleLinear(padded(extent(dots, (dot) => dot.x)), [MARGIN.left, width - MARGIN.right]).nice(6);
  const y = scaleLinear(padded([low, high]), [height - MARGIN.bottom, MARGIN.top]).nice(5);
  const counted = dots.filter(({ row }) => chosen.has(row.id));
  const shown = dots.find(({ row }) => row.id === highlighted);
  return (
    <>
      <svg width={width} height={height} role="img" aria-label={label}>
        <clipPath id={clip}>
          <rect
            x={MARGIN.left}
            y={MARGIN.top}
            width={width - MARGIN.left - MARGIN.right}
            height={height - MARGIN.top - MARGIN.bottom}
          />
        </clipPath>
        <Axes x={x} y={y} width={width} height={height} metric={metric} />
        {line && counted.length >= MIN_LINE_POINTS && <Line line={line} points={counted} x={x} y={y} clip={clip} />}
        {dots.map((dot) => (
          <Mark
            key={dot.row.id}
            dot={dot}
            at={[x(dot.x), y(dot.beyond ? (dot.y > high ? y.domain()[1]! : y.domain()[0]!) : dot.y)]}
            counted={chosen.has(dot.row.id)}
            highlighted={dot.row.id === highlighted}
            onHighlight={onHighlight}
            onToggle={onToggle}
          />
        ))}
      </svg>
      {shown && (
        <Note
          dot={shown}
          at={[x(shown.x), y(Math.min(high, Math.max(low, shown.y)))]}
          metric={metric}
          singular={props.singular}
          tz={props.tz}
          width={width}
        />
      )}
    </>
  );
}

type Scale = ReturnType<typeof scaleLinear<number, number>>;

interface AxesProps {
  x: Scale;
  y: Scale;
  width: number;
  height: number;
  metric: XMetric;
}

/** Horizontal rules with the loss in m, ticks of the metric, and the names of both. */
function Axes({ x, y, width, height, metric }: AxesProps) {
  const ticks = x.ticks(6);
  const digits = digitsOfTicks(ticks);
  return (
    <>
      <ValueRules y={y} ticks={y.ticks(5)} left={MARGIN.left} right={width - MARGIN.right} />
      <TickLabels x={x} y={height - MARGIN.bottom + 18} ticks={ticks} text={(tick) => fixed(tick, digits)} />
      <AxisName x={MARGIN.left} y={height - 8}>
        {metric.label}, {metric.unit}
      </AxisName>
      <AxisName x={width - MARGIN.right} y={y(0) - 5} anchor="end">
        no loss
      </AxisName>
    </>
  );
}

interface LineProps {
  line: Regression;
  points: Dot[];
  x: Scale;
  y: Scale;
  clip: string;
}

/** The regression with its band; of a few points dashed, without. */
function Line({ line, points, x, y, clip }: LineProps) {
  const [from = 0, to = 1] = x.domain();
  const isSure = points.length >= MIN_POINTS;
  const band = isSure ? bandOf(points, line, [from, to]) : [];
  const above = band.map((at) => `${x(at.x)},${y(at.high)}`);
  const below = band.map((at) => `${x(at.x)},${y(at.low)}`).reverse();
  const at = (value: number) => y(line.intercept + line.slope * value);
  return (
    <g clipPath={`url(#${clip})`}>
      {band.length > 0 && <polygon points={[...above, ...below].join(" ")} className={styles.band} />}
      <path d={`M${x(from)} ${at(from)}L${x(to)} ${at(to)}`} className={isSure ? styles.line : styles.unsure} />
    </g>
  );
}

interface MarkProps {
  dot: Dot;
  at: [number, number];
  /** Selected: part of the regression and the averages. */
  counted: boolean;
  highlighted: boolean;
  onHighlight: (id: string | null) => void;
  onToggle: (id: string) => void;
}

/** A maneuver: port is a diamond, starboard a disc, one that is left out a dashed ring, one that is not counted a cross. */
function Mark({ dot, at: [x, y], counted, highlighted, onHighlight, onToggle }: MarkProps) {
  const { id, from_side, counted: isCounted } = dot.row;
  const paint = from_side ? `var(--${from_side})` : "var(--ink-2)";
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={styles.mark}
      onPointerEnter={() => onHighlight(id)}
      onPointerLeave={() => onHighlight(null)}
      onClick={() => onToggle(id)}
    >
      <circle r="12" fill="transparent" />
      {highlighted && <circle r="10" className={styles.highlighted} />}
      {dot.beyond && <path d={dot.y > 0 ? "M-4-8L0-12 4-8" : "M-4 8L0 12 4 8"} className={styles.beyond} />}
      {!isCounted && <path d="M-4-4L4 4M4-4L-4 4" className={counted ? styles.uncountedIn : styles.uncounted} />}
      {isCounted && !counted && <circle r="5" className={styles.out} />}
      {isCounted && counted && from_side === "port" && (
        <rect x="-4.5" y="-4.5" width="9" height="9" transform="rotate(45)" fill={paint} className={styles.dot} />
      )}
      {isCounted && counted && from_side !== "port" && <circle r="5" fill={paint} className={styles.dot} />}
    </g>
  );
}

type NoteProps = Pick<LossScatterProps, "metric" | "singular" | "tz"> & {
  dot: Dot;
  at: [number, number];
  width: number;
};

function Note({ dot, at, metric, singular, tz, width }: NoteProps) {
  const { row } = dot;
  const doubted = row.loss_low_m !== null && row.loss_high_m !== null;
  return (
    <PlotNote at={at} width={width}>
      <b>
        {singular} at {clockSeconds(row.time, tz)}
      </b>
      {!row.counted && <span>Not counted</span>}
      <span>
        Loss {fixed(row.loss_m, 2)} m{dot.beyond && ", beyond the scale"}
      </span>
      {doubted && (
        <span>
          90 % between {fixed(row.loss_low_m, 2)} and {fixed(row.loss_high_m, 2)} m
        </span>
      )}
      <span>
        {metric.label} {fixed(dot.x, 2)} {metric.unit}
      </span>
    </PlotNote>
  );
}

/** The extent with a margin of 8 %; a scale around the value for a single dot. */
function padded([low, high]: [undefined, undefined] | [number, number]): [number, number] {
  if (low === undefined || high === undefined) return [0, 1];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [low === 0 ? 0 : low - room, high + room];
}
