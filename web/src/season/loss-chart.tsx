import type { SeasonLosses } from "@leebow/api/contract";
import { area, scaleLinear, scalePoint } from "d3";
import { ValueAxis } from "../chart/axes";
import { Chart, Drawing, type Frame } from "../chart/frame";
import styles from "./loss-chart.module.css";
import { shortMonth } from "./months";

/** Months with fewer turns are dashed and have no band. *from* the drawing of the page. */
export const MIN_TURNS = 10;

const HEIGHT = 178;
const MARGIN = { top: 14, right: 18, bottom: 40, left: 40 };
/** Width that the name of a month needs, px. */
const NAME_PX = 30;

type Loss = SeasonLosses["months"][number];

interface LossChartProps {
  losses: SeasonLosses;
  /** All months of the axis, oldest first. */
  months: readonly string[];
  title: string;
}

/** Medians by month on the band of their middle halves, with the number of turns below. */
export function LossChart(props: LossChartProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ losses, months, title, frame }: LossChartProps & { frame: Frame }) {
  const x = scalePoint(months, [frame.left + 14, frame.right]);
  const values = losses.months.flatMap(({ lower_m, upper_m, median_m }) => [lower_m, upper_m, median_m]);
  const y = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [frame.bottom, frame.top]).nice(4);
  const shown = losses.months.filter(({ month }) => x(month) !== undefined);
  const at = ({ month, median_m }: Loss) => [x(month)!, y(median_m)] as const;
  const isNext = (one: Loss, other: Loss) => months.indexOf(other.month) === months.indexOf(one.month) + 1;
  const last = shown.at(-1);
  return (
    <Drawing frame={frame} label={`${title}, median by month`}>
      <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} standard="m" />
      {runsOf(shown, (one, other) => one.compared && other.compared && isNext(one, other)).map((run) => (
        <path key={run[0]!.month} d={bandOf(run, x, y)} className={styles.band} />
      ))}
      {shown.slice(1).map((loss, n) => {
        const before = shown[n]!;
        const [[x1, y1], [x2, y2]] = [at(before), at(loss)];
        const isSolid = before.compared && loss.compared && isNext(before, loss);
        return <line key={loss.month} {...{ x1, y1, x2, y2 }} className={isSolid ? styles.line : styles.dashed} />;
      })}
      {shown.map((loss) => {
        const [cx, cy] = at(loss);
        return loss.compared ? (
          <circle key={loss.month} {...{ cx, cy }} r="4" className={styles.dot} />
        ) : (
          <g key={loss.month}>
            <line x1={cx} x2={cx} y1={y(loss.lower_m)} y2={y(loss.upper_m)} className={styles.dashed} />
            <circle {...{ cx, cy }} r="4" className={styles.few} />
          </g>
        );
      })}
      {last?.compared && <LastDot place={at(last)} />}
      <MonthNames months={months} losses={losses} x={x} frame={frame} />
    </Drawing>
  );
}

const LastDot = ({ place: [cx, cy] }: { place: readonly [number, number] }) => (
  <>
    <circle {...{ cx, cy }} r="7" className={styles.last} />
    <circle {...{ cx, cy }} r="3.5" className={styles.lastInner} />
  </>
);

type MonthScale = (month: string) => number | undefined;

/** Names of the months with the numbers of their turns; of many months every second, third … */
function MonthNames({
  months,
  losses,
  x,
  frame,
}: Pick<LossChartProps, "months" | "losses"> & { x: MonthScale; frame: Frame }) {
  const step = Math.ceil((months.length * NAME_PX) / (frame.right - frame.left));
  return months
    .filter((_, n) => (months.length - 1 - n) % step === 0)
    .map((month) => (
      <g key={month} className={styles.month} transform={`translate(${x(month)} ${frame.bottom})`}>
        <text y="17">{shortMonth(month)}</text>
        <text y="31">{losses.months.find((loss) => loss.month === month)?.count ?? 0}</text>
      </g>
    ));
}

/** The losses in runs whose neighbours are joined, of months with enough turns. */
function runsOf(losses: readonly Loss[], isJoined: (one: Loss, other: Loss) => boolean): Loss[][] {
  const runs: Loss[][] = [];
  for (const loss of losses) {
    const run = runs.at(-1);
    if (run && isJoined(run.at(-1)!, loss)) run.push(loss);
    else runs.push([loss]);
  }
  return runs.filter((run) => run.every(({ compared }) => compared));
}

/** The middle halves of a run; of a single month a bar. */
function bandOf(run: readonly Loss[], x: MonthScale, y: (value: number) => number): string {
  const places = run.map(({ month, lower_m, upper_m }) => ({ left: x(month)!, low: y(lower_m), high: y(upper_m) }));
  const only = places.length === 1 ? places[0]! : null;
  const drawn = only
    ? [
        { ...only, left: only.left - 5 },
        { ...only, left: only.left + 5 },
      ]
    : places;
  return (
    area<(typeof places)[number]>()
      .x(({ left }) => left)
      .y0(({ low }) => low)
      .y1(({ high }) => high)
      .digits(1)(drawn) ?? ""
  );
}
