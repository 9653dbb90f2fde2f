import type { SeasonTeam } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { scaleLinear } from "d3";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { linePath } from "../chart/line-path";
import { amount, countText, UNKNOWN } from "../format/numbers";
import { hoursMinutes, nearDay } from "../format/times";
import { unitName } from "../format/units";
import { useNarrow } from "../look/use-media";
import { fullName } from "../server/session";
import { Avatar } from "../ui/avatar";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import { Select } from "../ui/select";
import styles from "./athletes-card.module.css";
import { MIN_TURNS } from "./loss-card";
import { Panel } from "./panel";
import table from "./season-table.module.css";

interface AthletesCardProps {
  query: UseQueryResult<SeasonTeam>;
  /** Address of an athlete's season. */
  addressOf: (athlete: Athlete) => string;
}

/** A row for each athlete with time, tacks, median loss and its trend; the heads sort, on a phone a select does. */
export function AthletesCard({ query, addressOf }: AthletesCardProps) {
  const [sort, setSort] = useState<Sort>({ by: "time", isDescending: true });
  const narrow = useNarrow();
  const basis = query.data?.loss_basis;
  return (
    <Panel
      title="Athletes"
      counts={`Losses of tacks until the whole speed is back${basis ? `, ${LOSS_BASIS_TEXT[basis]}` : ""}; trend of the months with ten tacks. ± is half of the 90 % interval.`}
      aside={narrow && <SortSelect sort={sort} onSort={setSort} />}
      query={query}
      empty={({ athletes }) =>
        athletes.length === 0 ? "No athlete of this team has agreed to be a member yet." : null
      }
      height={320}
    >
      {({ athletes }) => {
        const rows = sorted(athletes, sort);
        const longest_s = Math.max(1, ...athletes.map(({ water_time_s }) => water_time_s));
        return (
          <>
            {narrow ? (
              <ul>
                {rows.map((athlete) => (
                  <AthleteItem key={athlete.id} athlete={athlete} to={addressOf(athlete)} />
                ))}
              </ul>
            ) : (
              <div className="scrolls">
                <table className={classes(table.table, styles.athletes)}>
                  <caption className="visually-hidden">Athletes</caption>
                  <Heads sort={sort} onSort={setSort} />
                  <tbody>
                    {rows.map((athlete) => (
                      <AthleteRow key={athlete.id} {...{ athlete, longest_s }} to={addressOf(athlete)} />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <p className="note">
              An athlete sees the same figures. A trend smaller than its uncertainty is called no clear change.
            </p>
          </>
        );
      }}
    </Panel>
  );
}

interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function Heads({ sort, onSort }: SortProps) {
  return (
    <thead>
      <tr>
        {SORTS.map(({ by, title, unit, isNumber, isDescending }) => (
          <Head
            key={by}
            title={unit ? `${title}, ${unit === "m" ? unitName("m") : unit}` : title}
            isNumber={isNumber}
            sorted={sort.by === by ? (sort.isDescending ? "descending" : "ascending") : "none"}
            onSort={() => onSort({ by, isDescending: sort.by === by ? !sort.isDescending : isDescending })}
            before={
              by === "tacks" ? <td className={table.bar} /> : by === "trend" ? <th scope="col">By month</th> : null
            }
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadProps {
  title: string;
  isNumber: boolean;
  sorted: "ascending" | "descending" | "none";
  onSort: () => void;
  before: React.ReactNode;
}

const Head = ({ title, isNumber, sorted: way, onSort, before }: HeadProps) => (
  <>
    {before}
    <th scope="col" className={isNumber ? table.number : undefined} aria-sort={way}>
      <button type="button" className="tap" onClick={onSort}>
        {title}
        {way !== "none" && <Icon of={way === "descending" ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </th>
  </>
);

const SortSelect = ({ sort, onSort }: SortProps) => (
  <Select
    bare
    label="Sort the athletes by"
    className={styles.select}
    choices={SORTS.map(({ by, title }) => ({ value: by, label: title }))}
    value={sort.by}
    onChange={(by) => onSort({ by, isDescending: SORTS.find((one) => one.by === by)!.isDescending })}
  />
);

interface AthleteProps {
  athlete: Athlete;
  to: string;
}

/** "± 0.2", in the reader's unit of lengths. */
const plusMinus = (half_90_m: number | null, digits: number): string =>
  half_90_m === null ? "" : `± ${amount(half_90_m, digits, "m")}`;

const isClear = ({ slope_m, half_90_m }: NonNullable<Athlete["trend"]>): boolean => Math.abs(slope_m) > half_90_m;

const isTooFew = ({ loss }: Athlete): boolean => loss === null;

/** Why there is no median: few tacks, or few of them with a measured loss. */
const fewText = ({ tacks }: Athlete): string =>
  tacks < MIN_TURNS ? `${countText(tacks, "tack")}, too few` : "too few with a loss";

const lastDay = ({ last_date }: Athlete): string => (last_date === null ? UNKNOWN : nearDay(last_date, "UTC"));

function AthleteRow({ athlete, to, longest_s }: AthleteProps & { longest_s: number }) {
  const { water_time_s, tacks, loss, months } = athlete;
  return (
    <tr className={styles.row}>
      <td>
        <span className="row">
          <Avatar size="small" name={fullName(athlete)} image={athlete.profile_img} />
          <Link to={to} className={styles.name}>
            {fullName(athlete)}
          </Link>
        </span>
      </td>
      <td className={table.number}>{hoursMinutes(water_time_s)}</td>
      <td className={table.bar}>
        <i style={{ width: `${(water_time_s / longest_s) * 100}%` }} />
      </td>
      <td className={table.number}>{tacks.toLocaleString("en-GB")}</td>
      <td className={table.number}>
        <b>{amount(loss?.median_m, 1, "m")}</b>
        <span className={table.plusMinus}>{plusMinus(loss?.half_90_m ?? null, 1)}</span>
      </td>
      <td>{isTooFew(athlete) ? <span className="quiet">{fewText(athlete)}</span> : <MonthLine months={months} />}</td>
      <td>
        <Trend athlete={athlete} />
      </td>
      <td className={table.number}>{lastDay(athlete)}</td>
    </tr>
  );
}

function Trend({ athlete: { trend } }: { athlete: Athlete }) {
  if (trend === null) return <span className="quiet">not yet</span>;
  const error = <span className={table.plusMinus}>{plusMinus(trend.half_90_m, 2)}</span>;
  if (!isClear(trend))
    return (
      <>
        <span className="secondary">no clear change</span>
        {error}
      </>
    );
  return (
    <span className="tap gap-4">
      <Icon of={trend.slope_m < 0 ? ArrowDown : ArrowUp} size={14} />
      <span className="visually-hidden">{trend.slope_m < 0 ? "down" : "up"}</span>
      <b>{amount(Math.abs(trend.slope_m), 2, "m")}</b>
      {error}
    </span>
  );
}

const LINE = { width: 96, height: 26, margin: 5 };

/** The medians of the months in order, from the least to the greatest. */
function MonthLine({ months }: Pick<Athlete, "months">) {
  const values = months.map(({ median_m }) => median_m);
  const x = scaleLinear([0, Math.max(1, months.length - 1)], [LINE.margin, LINE.width - LINE.margin]);
  // At least a range of 2 m, so that a change of centimetres does not look like one.
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(0, 2 - (most - least)) / 2;
  const y = scaleLinear([least - room, most + room], [LINE.height - LINE.margin, LINE.margin]);
  const points = values.map((value, n) => [x(n), y(value)] as [number, number]);
  const last = points.at(-1);
  return (
    <svg width={LINE.width} height={LINE.height} aria-hidden="true">
      <path d={linePath(points, (point) => point)} className={styles.line} />
      {last && <circle cx={last[0]} cy={last[1]} r="3" fill="var(--ink)" />}
    </svg>
  );
}

function AthleteItem({ athlete, to }: AthleteProps) {
  const { water_time_s, tacks, loss } = athlete;
  return (
    <li className={styles.item}>
      <Avatar name={fullName(athlete)} image={athlete.profile_img} />
      <div className="grow">
        <Link to={to} className={styles.name}>
          {fullName(athlete)}
        </Link>
        <p className="caption">
          {hoursMinutes(water_time_s)} h, {countText(tacks, "tack")}
          <br />
          last {lastDay(athlete)}
        </p>
      </div>
      <div className="fixed right">
        {loss && (
          <p>
            <b>{amount(loss.median_m, 1, "m")}</b>
            <span className={table.plusMinus}>{plusMinus(loss.half_90_m, 1)}</span>
          </p>
        )}
        <p className="caption">{trendText(athlete)}</p>
      </div>
    </li>
  );
}

function trendText(athlete: Athlete): string {
  const { trend } = athlete;
  if (isTooFew(athlete)) return fewText(athlete);
  if (trend === null) return "no trend yet";
  if (!isClear(trend)) return "no clear change";
  return `${trend.slope_m < 0 ? "down" : "up"} ${amount(Math.abs(trend.slope_m), 2, "m")} ${plusMinus(trend.half_90_m, 2)} a month`;
}

// What the athletes of a team are sorted by.

type Athlete = SeasonTeam["athletes"][number];

type SortKey = "name" | "time" | "tacks" | "loss" | "trend" | "last";

interface Sort {
  by: SortKey;
  isDescending: boolean;
}

interface SortOption {
  by: SortKey;
  title: string;
  unit?: string;
  isNumber: boolean;
  /** Order of the first press. */
  isDescending: boolean;
  /** Null sorts last in both orders. */
  value: (athlete: Athlete) => number | string | null;
}

/** In the order of the columns. */
const SORTS: readonly SortOption[] = [
  { by: "name", title: "Athlete", isNumber: false, isDescending: false, value: fullName },
  {
    by: "time",
    title: "Time",
    unit: "h:min",
    isNumber: true,
    isDescending: true,
    value: ({ water_time_s }) => water_time_s,
  },
  { by: "tacks", title: "Tacks", isNumber: true, isDescending: true, value: ({ tacks }) => tacks },
  {
    by: "loss",
    title: "Median tack loss",
    unit: "m",
    isNumber: true,
    isDescending: false,
    value: ({ loss }) => loss?.median_m ?? null,
  },
  {
    by: "trend",
    title: "Trend a month",
    unit: "m",
    isNumber: false,
    isDescending: false,
    value: ({ trend }) => trend?.slope_m ?? null,
  },
  { by: "last", title: "Last session", isNumber: true, isDescending: true, value: ({ last_date }) => last_date },
];

function sorted(athletes: readonly Athlete[], { by, isDescending }: Sort): Athlete[] {
  const { value } = SORTS.find((sort) => sort.by === by)!;
  const compare = (one: Athlete, other: Athlete): number => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b);
    return isDescending ? -order : order;
  };
  return [...athletes].sort((one, other) => compare(one, other) || fullName(one).localeCompare(fullName(other)));
}
