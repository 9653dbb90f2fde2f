import type { Season, SeasonLosses } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Panel } from "../dashboard/panel";
import { countText } from "../format/counts";
import { amount, withUnit } from "../format/numbers";
import { unitName } from "../format/units";
import styles from "./loss-card.module.css";
import { LossChart, MIN_TURNS } from "./loss-chart";
import { monthName, monthsBetween } from "./months";

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
function LossTable({ losses, title }: { losses: SeasonLosses; title: string }) {
  return (
    <table className="visually-hidden">
      <caption>{title}, by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Median</th>
          <th scope="col">Middle half</th>
          <th scope="col">Turns</th>
        </tr>
      </thead>
      <tbody>
        {losses.months.map(({ month, count, lower_m, median_m, upper_m }) => (
          <tr key={month}>
            <th scope="col">{monthName(month, true)}</th>
            <td>{amount(median_m, 1, "m")}</td>
            <td>
              {amount(lower_m, 1, "m")} to {amount(upper_m, 1, "m")}
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
