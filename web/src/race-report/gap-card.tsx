import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { failureSentence } from "../api/failure";
import { TableToggle } from "../chart/table-toggle";
import { Button } from "../components/button";
import { Segments } from "../components/segments";
import { Skeleton } from "../components/skeleton";
import { lengthWord } from "../format/units";
import { gapOptions, type ReportSource } from "../queries/race-report";
import cards from "./cards.module.css";
import type { ReportClock } from "./clock";
import styles from "./gap-card.module.css";
import { GapChart } from "./gap-chart";
import { GapTable } from "./gap-table";
import { type GapUnit, gapOf } from "./gaps";
import type { BoatsProps } from "./start-card";

export interface GapCardProps extends BoatsProps {
  source: ReportSource;
  /** Number of the race among those of the day, from 0. */
  at: number;
  clock: ReportClock;
  zone: string | null;
}

const unitChoices = () => [
  { value: "s" as GapUnit, label: "Seconds" },
  { value: "m" as GapUnit, label: lengthWord() },
];

/** How far every boat was behind the leader, as a chart over the race or as a table at its marks. */
export function GapCard(props: GapCardProps) {
  const { race, boats, focus } = props;
  const [unit, setUnit] = useState<GapUnit>("s");
  const [isTable, setTable] = useState(false);
  const label = boats.get(focus)?.label ?? focus;
  return (
    <section className={cards.card} aria-labelledby="race-gaps">
      <div className={cards.head}>
        <h2 id="race-gaps">Behind the leader</h2>
        {race.legs.length > 0 && (
          <>
            <span className={styles.caption}>
              Shaded round {label}: the 90 % interval, because ahead and behind depend on the wind direction. At the
              marks it is small.
            </span>
            <TableToggle title="Behind the leader" isTable={isTable} onChange={setTable} />
            <Segments label="Unit" choices={unitChoices()} value={unit} onChange={setUnit} />
          </>
        )}
      </div>
      {race.legs.length === 0 ? <NoGaps race={race} /> : <Gaps {...props} unit={unit} isTable={isTable} />}
    </section>
  );
}

function NoGaps({ race }: Pick<BoatsProps, "race">) {
  const reason = race.notes.find(({ code }) => code === "no_wind" || code === "wind_may_be_reversed")?.text;
  return <p className={cards.withheld}>{reason ?? "Without legs it is not known who was ahead."}</p>;
}

function Gaps({ unit, isTable, ...props }: GapCardProps & { unit: GapUnit; isTable: boolean }) {
  const { source, at } = props;
  const { data, error, refetch } = useQuery(gapOptions(source));
  const gaps = useMemo(() => (data ? (data[at] ?? []).map((one) => gapOf(one, unit)) : []), [data, at, unit]);
  if (!data && error)
    return (
      <div className={cards.withheld} role="alert">
        <p>{failureSentence(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  if (!data)
    return (
      <div className={styles.loading} role="status" aria-label="Loading the gaps">
        <Skeleton height={250} />
      </div>
    );
  if (isTable) return <GapTable {...props} gaps={gaps} unit={unit} />;
  if (gaps.length === 0) return <p className={cards.withheld}>No gaps are known in this race.</p>;
  return <GapChart {...props} gaps={gaps} unit={unit} />;
}
