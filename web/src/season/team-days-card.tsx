import type { SeasonTeam } from "@leebow/api/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { countText } from "../format/numbers";
import { hoursMinutes } from "../format/times";
import type { DayRange } from "../ui/date-range";
import { DaySquares, daysText, type SquareOfDay, SquaresAndTotals } from "./days-card";
import styles from "./days-card.module.css";
import { Panel } from "./panel";
import { addDays } from "./report-filter";
import type { SeasonFilter } from "./season-filter";

const LEGEND = ["1", "2 or 3", "4 or 5", "6 and more"];

/** Step of the colours by athletes. */
const stepOf = (athletes: number): SquareOfDay["step"] => (athletes < 2 ? 1 : athletes < 4 ? 2 : athletes < 6 ? 3 : 4);

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
            legend={LEGEND}
            squares={
              <DaySquares
                label="Athletes on the water"
                days={team.days.map((one) => ({ date: one.date, step: stepOf(one.athletes), text: dayText(one) }))}
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
          {chosen && <ChosenDays days={team.days} chosen={chosen} />}
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

function ChosenDays({ days, chosen }: { days: readonly TeamDay[]; chosen: DayRange }) {
  const own = days.filter(({ date }) => date >= chosen.from && date <= chosen.to);
  const text = own.map((one) => (own.length === 1 ? dayText(one) : `${one.date}: ${dayText(one)}`));
  return (
    <div className={styles.line} role="status">
      <b>{daysText(chosen)}</b>
      <span className={styles.sums}>{own.length === 0 ? "nobody" : text.join("; ")}</span>
    </div>
  );
}
