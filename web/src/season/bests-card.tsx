import type { Season } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Panel } from "../dashboard/panel";
import { addDays } from "../dashboard/report-filter";
import { amount, unitWithInterval } from "../format/numbers";
import { nearDay } from "../format/times";
import { MetricHelp } from "../help/metric-help";
import { type SeasonFilter, WIND_NAMES, yearsOf } from "./season-filter";
import styles from "./season-table.module.css";

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
      className={styles.bestsCard}
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
