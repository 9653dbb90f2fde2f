import type { Season, SeasonTeam } from "@leebow/api/contract";
import { MILES_PER_M } from "@leebow/core/units";
import type { UseQueryResult } from "@tanstack/react-query";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Link } from "react-router-dom";
import { amount, countText } from "../format/numbers";
import { clock, day, hoursMinutes, longDay } from "../format/times";
import { unitName } from "../format/units";
import { useNarrow } from "../look/use-media";
import { classes } from "../ui/classes";
import type { DayRange } from "../ui/date-range";
import styles from "./days-card.module.css";
import { Panel } from "./panel";
import { addDays } from "./report-filter";
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
    <Panel title="Days on the water" counts={null} query={query} empty={() => null} height={190}>
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
function SquaresAndTotals({ squares, legend, totals }: SquaresAndTotalsProps) {
  return (
    <div className={styles.content}>
      <div className="grid gap-10 shrinks">
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
const daysText = ({ from, to }: DayRange): string =>
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

/** What a square shows. */
interface SquareOfDay {
  date: string;
  /** 1 to 4: its colour. */
  step: 1 | 2 | 3 | 4;
  /** "1 session, 1:50 h" */
  text: string;
}

interface DaySquaresProps {
  label: string;
  days: readonly SquareOfDay[];
  /** First and last day that the filter has; null: no limit. */
  first: string | null;
  last: string | null;
  today: string;
  chosen: DayRange | null;
  onChoose: (days: DayRange) => void;
  /** Days with a ring. */
  ringed: DayRange | null;
}

const isWithin = (date: string, days: DayRange | null): boolean =>
  days !== null && date >= days.from && date <= days.to;

/**
 * A calendar with a square a day. It is a list with one stop of the Tab key: the arrow keys lead by day and week, Enter
 * chooses. On a phone, where a square is too small for a finger, a strip has half a year and a tap chooses the week.
 */
function DaySquares(props: DaySquaresProps) {
  const { label, days, first, last, today, chosen, onChoose } = props;
  const id = useId();
  const narrow = useNarrow();
  const [active, setActive] = useState<string | null>(null);
  const end = last && last < today ? last : today;
  const begin = first ?? days[0]?.date ?? end;
  const strips = stripsOf(yearsBetween(begin, end, days), today, narrow);
  const at = active ?? chosen?.to ?? end;
  const choose = (date: string) => {
    setActive(date);
    onChoose(narrow ? { from: mondayOf(date), to: addDays(mondayOf(date), 6) } : { from: date, to: date });
  };
  const keys = (event: KeyboardEvent) => {
    const next = dayOfKey(event.key, at);
    if (next === null && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (next === null) choose(at);
    else if (next >= begin && next <= end) setActive(next);
  };
  return (
    <div
      className={styles.strips}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={keys}
      onClick={(event) => {
        const date = (event.target as HTMLElement).dataset.date;
        if (date) choose(date);
      }}
      onFocus={() => setActive(at)}
      onBlur={() => setActive(null)}
    >
      {strips.map((strip) => (
        <StripOfDays key={strip.label} {...props} strip={strip} {...{ id, begin, end, active }} />
      ))}
    </div>
  );
}

/** The years of the calendar: those with a session, or the last one. */
function yearsBetween(begin: string, end: string, days: readonly SquareOfDay[]): number[] {
  const [from, to] = [begin, end].map((day) => Number(day.slice(0, 4))) as [number, number];
  const sailed = new Set(days.map(({ date }) => Number(date.slice(0, 4))));
  const years = Array.from({ length: Math.max(0, to - from) + 1 }, (_, n) => from + n);
  const shown = years.filter((year) => sailed.has(year));
  return shown.length > 0 ? shown : [to];
}

interface StripProps extends DaySquaresProps {
  strip: Strip;
  id: string;
  begin: string;
  end: string;
  active: string | null;
}

function StripOfDays({ strip, days, chosen, ringed, id, begin, end, active }: StripProps) {
  const known = new Map(days.map((day) => [day.date, day]));
  const place = (date: string): CSSProperties => ({
    gridColumn: columnOf(strip, date) + 2,
    gridRow: weekday(date) + 2,
  });
  return (
    <div className={styles.strip} role="presentation">
      {monthStarts(strip).map((date) => (
        <span key={date} className={styles.month} style={{ gridColumn: columnOf(strip, date) + 2 }} aria-hidden="true">
          {MONTHS[Number(date.slice(5, 7)) - 1]}
        </span>
      ))}
      {["Mo", "We", "Fr", "Su"].map((name, n) => (
        <span key={name} className={styles.weekday} style={{ gridRow: 2 * n + 2 }} aria-hidden="true">
          {name}
        </span>
      ))}
      {strip.days.map((date) =>
        date < begin || date > end ? (
          <i key={date} className={styles.outside} style={place(date)} aria-hidden="true" />
        ) : (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active option.
          <div
            key={date}
            id={`${id}-${date}`}
            role="option"
            aria-selected={isWithin(date, chosen)}
            aria-label={`${longDay(date, "UTC")}: ${known.get(date)?.text ?? "none"}`}
            title={`${longDay(date, "UTC")}: ${known.get(date)?.text ?? "none"}`}
            data-step={known.get(date)?.step ?? 0}
            className={classes(
              styles.day,
              isWithin(date, ringed) && styles.ringed,
              isWithin(date, chosen) && styles.chosen,
              date === active && styles.active,
            )}
            style={place(date)}
            data-date={date}
          />
        ),
      )}
    </div>
  );
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** What the colours mean, in the order of their steps. */
function SquaresLegend({ names }: { names: readonly string[] }) {
  return (
    <ul className="legend">
      {["none", ...names].map((name, step) => (
        <li key={name}>
          <i data-step={step} className={styles.swatch} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

// The days of a calendar of squares: a column a week from Monday, a row a weekday.

interface Strip {
  label: string;
  /** Monday of the first column. */
  monday: string;
  days: readonly string[];
}

/** 0 on Monday. */
export const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

export const mondayOf = (date: string): string => addDays(date, -weekday(date));

/** Column of a day in its strip. */
export const columnOf = ({ monday }: Strip, date: string): number =>
  Math.floor((Date.parse(date) - Date.parse(monday)) / (7 * 86_400_000));

/** All days from the first to the last. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

const stripOf = (label: string, first: string, last: string): Strip => ({
  label,
  monday: mondayOf(first),
  days: daysBetween(first, last),
});

/** A strip for each year, the latest first; of half a year on a phone, without halves that have not begun. */
export function stripsOf(years: readonly number[], today: string, isHalf: boolean): Strip[] {
  return [...years]
    .sort((a, b) => b - a)
    .flatMap((year) =>
      isHalf
        ? [
            stripOf(`${year}, first half`, `${year}-01-01`, `${year}-06-30`),
            stripOf(`${year}, second half`, `${year}-07-01`, `${year}-12-31`),
          ].filter(({ days }) => days[0]! <= today)
        : [stripOf(String(year), `${year}-01-01`, `${year}-12-31`)],
    );
}

/** The first days of the months of a strip. */
const monthStarts = ({ days }: Strip): string[] => days.filter((day) => day.endsWith("-01"));

/** The day that an arrow key leads to: up and down by a day, left and right by a week; null of other keys. */
export function dayOfKey(key: string, from: string): string | null {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };
  const step = steps[key];
  return step === undefined ? null : addDays(from, step);
}

const TEAM_LEGEND = ["1", "2 or 3", "4 or 5", "6 and more"];

/** Step of the colours by athletes. */
const teamStepOf = (athletes: number): SquareOfDay["step"] =>
  athletes < 2 ? 1 : athletes < 4 ? 2 : athletes < 6 ? 3 : 4;

type TeamDay = SeasonTeam["days"][number];

const dayText = ({ athletes, water_time_s }: TeamDay): string =>
  `${countText(athletes, "athlete")}, ${hoursMinutes(water_time_s)} h`;

interface TeamDaysCardProps {
  query: UseQueryResult<SeasonTeam>;
  filter: SeasonFilter;
  today: string;
}

/** A square for each day by the number of athletes on the water, and the totals of the team. */
export function TeamDaysCard({ query, filter, today }: TeamDaysCardProps) {
  const [chosen, setChosen] = useState<DayRange | null>(null);
  return (
    <Panel title="Athletes on the water" counts={null} query={query} empty={() => null} height={190}>
      {(team) => (
        <>
          <SquaresAndTotals
            legend={TEAM_LEGEND}
            squares={
              <DaySquares
                label="Athletes on the water"
                days={team.days.map((one) => ({ date: one.date, step: teamStepOf(one.athletes), text: dayText(one) }))}
                first={filter.start}
                last={filter.end}
                today={today}
                chosen={chosen}
                onChoose={setChosen}
                ringed={null}
              />
            }
            totals={totalsOf(team, filter.end ?? today)}
          />
          {chosen && <ChosenTeamDays days={team.days} chosen={chosen} />}
        </>
      )}
    </Panel>
  );
}

function totalsOf({ athletes, days }: SeasonTeam, last: string) {
  const time_s = athletes.reduce((sum, one) => sum + one.water_time_s, 0);
  const recent = athletes.filter(({ last_date }) => last_date !== null && last_date > addDays(last, -7));
  return [
    { name: "Athletes", value: String(athletes.length) },
    { name: "Days with somebody", value: String(days.length) },
    { name: "Time, all together", value: hoursMinutes(time_s), unit: "h:min" },
    { name: "Last 7 days", value: String(recent.length), unit: `of ${athletes.length} sailed` },
  ];
}

function ChosenTeamDays({ days, chosen }: { days: readonly TeamDay[]; chosen: DayRange }) {
  const own = days.filter(({ date }) => date >= chosen.from && date <= chosen.to);
  const text = own.map((one) => (own.length === 1 ? dayText(one) : `${one.date}: ${dayText(one)}`));
  return (
    <div className={styles.line} role="status">
      <b>{daysText(chosen)}</b>
      <span className={styles.sums}>{own.length === 0 ? "nobody" : text.join("; ")}</span>
    </div>
  );
}
