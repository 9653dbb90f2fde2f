import type { Season } from "@leebow/api/contract";
import { MILES_PER_M } from "@leebow/core/units";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { DayRange } from "../components/date-range";
import { Panel } from "../dashboard/panel";
import { countText } from "../format/counts";
import { hoursMinutes } from "../format/durations";
import { amount } from "../format/numbers";
import { clock, day, longDay } from "../format/times";
import { unitName } from "../format/units";
import { DaySquares, type SquareOfDay, SquaresLegend } from "./day-squares";
import styles from "./days-card.module.css";
import type { SeasonFilter } from "./season-filter";

type Day = Season["days"][number];

const LEGEND = ["under 1 h", "1 to 2", "2 to 3", "over 3 h"];

/** Step of the colours by hours. */
const stepOf = (seconds: number): SquareOfDay["step"] =>
  seconds < 3600 ? 1 : seconds < 7200 ? 2 : seconds < 10_800 ? 3 : 4;

const miles = (metres: number, digits: number) => amount(metres * MILES_PER_M, digits, "mi");

/** Sums of some days in a line. */
function sumsText(days: readonly Day[]): string {
  const sum = (of: (one: Day) => number) => days.reduce((all, one) => all + of(one), 0);
  const sailed = `${miles(
    sum((one) => one.distance_m),
    1,
  )} ${unitName("mi")}`;
  return [
    countText(
      sum((one) => one.sessions.length),
      "session",
    ),
    `${hoursMinutes(sum((one) => one.water_time_s))} h`,
    sailed,
    countText(
      sum((one) => one.tacks),
      "tack",
    ),
    countText(
      sum((one) => one.gybes),
      "gybe",
    ),
  ].join(", ");
}

interface DaysCardProps {
  query: UseQueryResult<Season>;
  filter: SeasonFilter;
  today: string;
  chosen: DayRange | null;
  onChoose: (days: DayRange) => void;
  ringed: DayRange | null;
}

/** A square for each day, the totals, and the sessions of the chosen days. */
export function DaysCard({ query, ...props }: DaysCardProps) {
  return (
    <Panel
      title="Days on the water"
      counts={null}
      query={query}
      empty={() => null}
      height={190}
      className={styles.card}
    >
      {(season) => <Days season={season} {...props} />}
    </Panel>
  );
}

function Days({ season, filter, chosen, ...props }: Omit<DaysCardProps, "query"> & { season: Season }) {
  const squares = season.days.map((one) => ({
    date: one.date,
    step: stepOf(one.water_time_s),
    text: sumsText([one]),
  }));
  const sum = (of: (month: Season["months"][number]) => number) => season.months.reduce((all, one) => all + of(one), 0);
  return (
    <>
      <SquaresAndTotals
        legend={LEGEND}
        squares={
          <DaySquares
            label="Days on the water"
            days={squares}
            first={filter.start}
            last={filter.end}
            chosen={chosen}
            {...props}
          />
        }
        totals={[
          { name: "Days on the water", value: String(season.days.length) },
          { name: "Sessions", value: String(sum((one) => one.sessions)) },
          { name: "Time", value: hoursMinutes(sum((one) => one.water_time_s)), unit: "h:min" },
          {
            name: "Sailed",
            value: miles(
              sum((one) => one.distance_m),
              0,
            ),
            unit: unitName("mi"),
          },
        ]}
      />
      {season.days.length === 0 ? (
        <p className={styles.line}>
          <span>
            No session on these days. <Link to="/upload">Upload a track</Link>, or choose other filters.
          </span>
        </p>
      ) : (
        chosen && <ChosenDays days={season.days} chosen={chosen} />
      )}
    </>
  );
}

interface Total {
  name: string;
  value: string;
  unit?: string;
}

interface SquaresAndTotalsProps {
  squares: ReactNode;
  /** Meaning of the four colours. */
  legend: readonly string[];
  totals: readonly Total[];
}

/** The calendar and four figures beside it. */
export function SquaresAndTotals({ squares, legend, totals }: SquaresAndTotalsProps) {
  return (
    <div className={styles.content}>
      <div className={styles.calendar}>
        <div className={styles.squares}>{squares}</div>
        <SquaresLegend names={legend} />
      </div>
      <dl className={styles.totals}>
        {totals.map(({ name, value, unit }) => (
          <div key={name}>
            <dt className="caption">{name}</dt>
            <dd className={styles.figure}>
              {value}
              {unit && <span className="unit">{unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** "Sunday 22 November", "16 November 2026 to 22 November 2026" */
export const daysText = ({ from, to }: DayRange): string =>
  from === to ? longDay(from, "UTC") : `${day(from, "UTC")} to ${day(to, "UTC")}`;

function ChosenDays({ days, chosen }: { days: readonly Day[]; chosen: DayRange }) {
  const own = days.filter(({ date }) => date >= chosen.from && date <= chosen.to);
  return (
    <div className={styles.line} role="status">
      <b>{daysText(chosen)}</b>
      <span className={styles.sums}>{own.length === 0 ? "no session" : sumsText(own)}</span>
      <span className={styles.links}>
        {own.flatMap(({ sessions }) =>
          sessions.map(({ track_id, location, boat_class, start_time, tz }) => (
            <Link key={track_id} to={`/tracks/${track_id}`}>
              {location ?? boat_class}, {clock(start_time, tz)}
            </Link>
          )),
        )}
      </span>
    </div>
  );
}
