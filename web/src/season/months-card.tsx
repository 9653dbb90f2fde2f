import type { Season } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { MILES_PER_M } from "@leebow/core/units";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { amount, unitWithInterval } from "../format/numbers";
import { hoursMinutes, nearDay } from "../format/times";
import { unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import { classes } from "../ui/classes";
import type { DayRange } from "../ui/date-range";
import { Panel } from "./panel";
import { addDays } from "./report-filter";
import { monthName, type SeasonFilter, WIND_NAMES, yearsOf } from "./season-filter";
import styles from "./season-table.module.css";

type Month = Season["months"][number];

/** First and last day of a month, YYYY-MM. */
const daysOf = (month: string): DayRange => {
  const next = Number(month.slice(5)) === 12 ? `${Number(month.slice(0, 4)) + 1}-01` : nextIn(month);
  return { from: `${month}-01`, to: addDays(`${next}-01`, -1) };
};
const nextIn = (month: string) => `${month.slice(0, 5)}${String(Number(month.slice(5)) + 1).padStart(2, "0")}`;

interface MonthsCardProps {
  query: UseQueryResult<Season>;
  chosen: DayRange | null;
  onChoose: (days: DayRange) => void;
  onRing: (days: DayRange | null) => void;
}

/** Sums by month, the latest first; a row rings its days in the calendar, and a press chooses them. */
export function MonthsCard({ query, ...props }: MonthsCardProps) {
  return (
    <Panel
      title="Months"
      counts={null}
      query={query}
      empty={({ months }) => (months.length === 0 ? "No session on these days." : null)}
      height={300}
    >
      {({ months }) => <Months months={months} {...props} />}
    </Panel>
  );
}

function Months({ months, chosen, onChoose, onRing }: Omit<MonthsCardProps, "query"> & { months: readonly Month[] }) {
  const longest_s = Math.max(...months.map(({ water_time_s }) => water_time_s), 1);
  const isOfYears = months[0]!.month.slice(0, 4) !== months.at(-1)!.month.slice(0, 4);
  const sum = (of: (month: Month) => number) => months.reduce((all, month) => all + of(month), 0);
  const miles = (metres: number) => amount(metres * MILES_PER_M, 0, "mi");
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <Head title="Sessions" />
          <Head title="Time, h:min" />
          <td className={styles.bar} />
          <Head title={`Sailed, ${unitName("mi")}`} />
        </tr>
      </thead>
      <tbody>
        {[...months].reverse().map(({ month, sessions, water_time_s, distance_m }) => (
          <tr
            key={month}
            className={classes(chosen?.from.startsWith(month) && styles.chosen)}
            onPointerEnter={() => onRing(daysOf(month))}
            onPointerLeave={() => onRing(null)}
          >
            <td>
              <button
                type="button"
                className={styles.name}
                onFocus={() => onRing(daysOf(month))}
                onBlur={() => onRing(null)}
                onClick={() => onChoose(daysOf(month))}
              >
                {monthName(month, isOfYears)}
              </button>
            </td>
            <td className={styles.number}>{sessions}</td>
            <td className={styles.number}>
              <b>{hoursMinutes(water_time_s)}</b>
            </td>
            <td className={styles.bar}>
              <i style={{ width: `${(water_time_s / longest_s) * 100}%` }} />
            </td>
            <td className={styles.number}>{miles(distance_m)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{yearsOf(months.map(({ month }) => month))}</td>
          <td className={styles.number}>{sum(({ sessions }) => sessions)}</td>
          <td className={styles.number}>{hoursMinutes(sum(({ water_time_s }) => water_time_s))}</td>
          <td />
          <td className={styles.number}>{miles(sum(({ distance_m }) => distance_m))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const Head = ({ title }: { title: string }) => (
  <th scope="col" className={styles.number}>
    {title}
  </th>
);

type Best = Season["bests"][number];

const NAMES: Partial<Record<Best["record"], string>> = {
  best_2_s: "2 s",
  best_10_s: "10 s",
  best_500_m: "500 m",
  alpha_500: "Alpha 500",
  best_hour: "1 hour",
  vmg_up_2_min: "Best VMG up, 2 min",
  vmg_down_2_min: "Best VMG down, 2 min",
};

/** So many days a best is called new. *from* the drawing of the page. */
const NEW_DAYS = 30;

interface BestsCardProps {
  query: UseQueryResult<Season>;
  filter: SeasonFilter;
  today: string;
}

/** The fastest stretches of the season; the date leads to the moment in the track. */
export function BestsCard({ query, filter, today }: BestsCardProps) {
  const years = yearsOf(query.data?.days.map(({ date }) => date) ?? []);
  const about = [filter.boat_class ?? "all classes", filter.wind ? WIND_NAMES[filter.wind] : "all winds", years];
  return (
    <Panel
      title="Personal bests"
      help={
        <MetricHelp
          name="Personal bests"
          ids={["Records.best_2_s", "Records.best_10_s", "Records.vmg_up_2_min", "SpeedRecord.error_kn"]}
        />
      }
      counts={`${about.filter(Boolean).join(", ")}; ± is half of the 90 % interval.`}
      query={query}
      empty={({ bests }) =>
        bests.length === 0 ? "No speed record on these days: no session, or tracks too sparse for one." : null
      }
      height={260}
    >
      {({ bests, days }) => (
        <table className={styles.table}>
          <caption className="visually-hidden">Personal bests</caption>
          <tbody className={styles.bests}>
            {bests.map((best) => (
              <tr key={best.record}>
                <td>{NAMES[best.record]}</td>
                <td className={styles.number}>
                  <b>{amount(best.speed_kn, 2, "kn")}</b>
                  <span className={styles.plusMinus}>{unitWithInterval(halfWidth90(best.error_kn), 2, "kn")}</span>
                </td>
                <td className={styles.number}>
                  {isNew(best, bests, days, today) && <span className={styles.new}>new</span>}
                </td>
                <td className={styles.number}>
                  <Link to={momentOf(best)}>{nearDay(best.date, "UTC")}</Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** Whether it was set lately, of a season with sessions before that. Where all bests are new, the word tells none of them. */
function isNew(best: Best, all: readonly Best[], days: Season["days"], today: string): boolean {
  const first = addDays(today, -NEW_DAYS);
  const isLate = ({ date }: Best) => date > first;
  return isLate(best) && !all.every(isLate) && days.some(({ date }) => date <= first);
}

/** The moment of a best in the replay of its track. */
const momentOf = ({ track_id, start_time }: Best): string =>
  `/tracks/${track_id}${start_time ? `?t=${start_time.slice(0, 19)}Z` : ""}`;
