import type { Season } from "@leebow/api/contract";
import { MILES_PER_M } from "@leebow/core/units";
import type { UseQueryResult } from "@tanstack/react-query";
import { classes } from "../components/classes";
import type { DayRange } from "../components/date-range";
import { Panel } from "../dashboard/panel";
import { addDays } from "../dashboard/report-filter";
import { hoursMinutes } from "../format/durations";
import { amount } from "../format/numbers";
import { unitName } from "../format/units";
import { monthName } from "./months";
import { yearsOf } from "./season-filter";
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
      className={styles.months}
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
