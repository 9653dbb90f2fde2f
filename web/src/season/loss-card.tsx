import type { Season, SeasonLosses } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { area, scaleLinear, scalePoint } from "d3";
import { ValueAxis } from "../chart/axes";
import { Chart, Drawing, type Frame } from "../chart/frame";
import { amount, countText, withUnit } from "../format/numbers";
import { unitName } from "../format/units";
import { Table } from "../ui/table";
import styles from "./loss-card.module.css";
import { Panel } from "./panel";
import { monthName, monthsBetween, shortMonth } from "./season-filter";

interface LossCardProps {
  query: UseQueryResult<Season>;
  kind: "tack" | "gybe";
  /** First and last day of the filter; null: those of the sessions. */
  start: string | null;
  end: string | null;
}

/** Median loss by month with the middle half, and whether it has changed. */
export function LossCard({ query, kind, start, end }: LossCardProps) {
  const title = `${kind === "tack" ? "Tack" : "Gybe"} loss, ${unitName("m")}`;
  const basis = query.data?.[kind].loss_basis;
  return (
    <Panel
      title={title}
      counts={`Until the whole speed is back. Median and middle half${basis ? `, ${LOSS_BASIS_TEXT[basis]}` : ""}; below: how many.`}
      query={query}
      empty={(season) => (season[kind].months.length === 0 ? `No ${kind}s with a measured loss on these days.` : null)}
      height={200}
    >
      {(season) => {
        const losses = season[kind];
        const first = start?.slice(0, 7) ?? losses.months[0]!.month;
        const last = end?.slice(0, 7) ?? losses.months.at(-1)!.month;
        return (
          <>
            <LossChart losses={losses} months={monthsBetween(first, last)} title={title} />
            <LossTable losses={losses} title={title} />
            <p className={styles.sentence}>
              <b>{changeText(losses)}</b> {detailText(losses, kind)}
            </p>
          </>
        );
      }}
    </Panel>
  );
}

const isOfYears = ({ months }: SeasonLosses) => months[0]?.month.slice(0, 4) !== months.at(-1)?.month.slice(0, 4);

/** No change smaller than half of its 90 % interval is named. */
function changeText(losses: SeasonLosses): string {
  const { change } = losses;
  if (change === null) return "Too little for a change.";
  const since = `since ${monthName(change.from, isOfYears(losses))}.`;
  if (!isClear(change)) return `No clear change ${since}`;
  return `${differenceText(change)} ${since}`;
}

type Change = NonNullable<SeasonLosses["change"]>;

const isClear = ({ from_m, to_m, half_90_m }: Change): boolean => Math.abs(to_m - from_m) > half_90_m;

/** "1.9 ± 0.4 m less" */
const differenceText = ({ from_m, to_m, half_90_m }: Change): string =>
  `${amount(Math.abs(to_m - from_m), 1, "m")} ± ${amount(half_90_m, 1, "m")} ${unitName("m")} ${to_m < from_m ? "less" : "more"}`;

function detailText(losses: SeasonLosses, kind: "tack" | "gybe"): string {
  const { change, months } = losses;
  const few = months.filter(({ compared }) => !compared);
  const names = few.map(({ month, count }) => `${monthName(month, isOfYears(losses))} has ${countText(count, kind)}`);
  return [
    change === null
      ? `It takes two months with ${MIN_TURNS} ${kind}s, one of them with two sessions.`
      : isClear(change)
        ? `From ${amount(change.from_m, 1, "m")} to ${withUnit(change.to_m, 1, "m")}; ± is half of the 90 % interval.`
        : `${differenceText(change)}.`,
    ...(names.length > 0 && names.length <= 3 ? [`${names.join(", ")}: dashed, no band.`] : []),
    ...(names.length > 3 ? [`Months with fewer than ${MIN_TURNS} ${kind}s are dashed, without a band.`] : []),
  ].join(" ");
}

/** The chart as a table for screen readers. */
const LossTable = ({ losses, title }: { losses: SeasonLosses; title: string }) => (
  <Table
    className="visually-hidden"
    caption={`${title}, by month`}
    heads={["Month", "Median", "Middle half", "Turns"]}
    rows={losses.months.map(({ month, count, lower_m, median_m, upper_m }) => [
      monthName(month, true),
      amount(median_m, 1, "m"),
      `${amount(lower_m, 1, "m")} to ${amount(upper_m, 1, "m")}`,
      count,
    ])}
  />
);

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
function LossChart(props: LossChartProps) {
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
        <path key={run[0]!.month} d={bandOf(run, x, y)} className="mark-band" />
      ))}
      {shown.slice(1).map((loss, n) => {
        const before = shown[n]!;
        const [[x1, y1], [x2, y2]] = [at(before), at(loss)];
        const isSolid = before.compared && loss.compared && isNext(before, loss);
        return <line key={loss.month} {...{ x1, y1, x2, y2 }} className={isSolid ? "mark-line" : styles.dashed} />;
      })}
      {shown.map((loss) => {
        const [cx, cy] = at(loss);
        return loss.compared ? (
          <circle key={loss.month} {...{ cx, cy }} r="4" fill="var(--ink)" stroke="var(--surface)" strokeWidth="1.25" />
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
    <circle {...{ cx, cy }} r="7" fill="var(--accent)" stroke="var(--on-accent)" strokeWidth="1.25" />
    <circle {...{ cx, cy }} r="3.5" fill="var(--on-accent)" />
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
