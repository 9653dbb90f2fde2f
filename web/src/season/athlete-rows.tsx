import { scaleLinear } from "d3";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router-dom";
import { linePath } from "../chart/line-path";
import { Avatar } from "../components/avatar";
import { Icon } from "../components/icon";
import { countText } from "../format/counts";
import { hoursMinutes } from "../format/durations";
import { amount, UNKNOWN } from "../format/numbers";
import { nearDay } from "../format/times";
import { type Athlete, nameOf } from "./athlete-sorts";
import styles from "./athletes-card.module.css";
import { MIN_TURNS } from "./loss-chart";
import table from "./season-table.module.css";

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

export function AthleteRow({ athlete, to, longest_s }: AthleteProps & { longest_s: number }) {
  const { water_time_s, tacks, loss, months } = athlete;
  return (
    <tr className={styles.row}>
      <td>
        <span className="row">
          <Avatar size="small" name={nameOf(athlete)} image={athlete.profile_img} />
          <Link to={to} className={styles.name}>
            {nameOf(athlete)}
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
    <span className={styles.trend}>
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
      {last && <circle cx={last[0]} cy={last[1]} r="3" className={styles.dot} />}
    </svg>
  );
}

export function AthleteItem({ athlete, to }: AthleteProps) {
  const { water_time_s, tacks, loss } = athlete;
  return (
    <li className={styles.item}>
      <Avatar name={nameOf(athlete)} image={athlete.profile_img} />
      <div className="grow">
        <Link to={to} className={styles.name}>
          {nameOf(athlete)}
        </Link>
        <p className="caption">
          {hoursMinutes(water_time_s)} h, {countText(tacks, "tack")}
          <br />
          last {lastDay(athlete)}
        </p>
      </div>
      <div className={styles.figures}>
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
