import type { Passing } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { TableToggle } from "../../chart/frame";
import { amount } from "../../format/numbers";
import { minutesSeconds } from "../../format/times";
import { lengthWord, unitName } from "../../format/units";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { numberColumn } from "../../ui/data-table";
import { Failure, Loading } from "../../ui/empty-state";
import { BoatTable } from "./boat-cell";
import type { ReportBoat } from "./boats";
import cards from "./cards.module.css";
import type { ReportClock } from "./clock";
import styles from "./gap-card.module.css";
import { GapChart } from "./gap-chart";
import { type Gap, type GapUnit, gapAt, gapOf } from "./gaps";
import { waypointName } from "./legs";
import { gapOptions, type ReportSource } from "./queries";
import type { BoatsProps } from "./start-card";

interface GapCardProps extends BoatsProps {
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
    <Card
      title="Behind the leader"
      aside={
        race.legs.length > 0 && (
          <>
            <span className={styles.caption}>
              Shaded round {label}: the 90 % interval, because ahead and behind depend on the wind direction. At the
              marks it is small.
            </span>
            <TableToggle title="Behind the leader" isTable={isTable} onChange={setTable} />
            <Segments label="Unit" choices={unitChoices()} value={unit} onChange={setUnit} />
          </>
        )
      }
    >
      {race.legs.length === 0 ? <NoGaps race={race} /> : <Gaps {...props} unit={unit} isTable={isTable} />}
    </Card>
  );
}

function NoGaps({ race }: Pick<BoatsProps, "race">) {
  const reason = race.notes.find(({ code }) => code === "no_wind" || code === "wind_may_be_reversed")?.text;
  return <p className={cards.withheld}>{reason ?? "Without legs it is not known who was ahead."}</p>;
}

function Gaps({ unit, isTable, ...props }: GapCardProps & { unit: GapUnit; isTable: boolean }) {
  const { source, at } = props;
  const query = useQuery(gapOptions(source));
  const { data } = query;
  const gaps = useMemo(() => (data ? (data[at] ?? []).map((one) => gapOf(one, unit)) : []), [data, at, unit]);
  if (!data && query.error) return <Failure query={query} className={cards.withheld} />;
  if (!data) return <Loading what="the gaps" heights={[250]} className={styles.loading} />;
  if (isTable) return <GapTable {...props} gaps={gaps} unit={unit} />;
  if (gaps.length === 0) return <p className={cards.withheld}>No gaps are known in this race.</p>;
  return <GapChart {...props} gaps={gaps} unit={unit} />;
}

interface GapTableProps extends BoatsProps {
  gaps: readonly Gap[];
  unit: GapUnit;
}

interface Row {
  boat: ReportBoat;
  passings: readonly (Passing | null)[];
  gap: Gap | null;
}

/** The gaps at the end of each leg: in seconds from the times of passing, in metres as the chart has them. */
function GapTable({ race, boats, focus, onFocusBoat, gaps, unit }: GapTableProps) {
  const rows = useMemo(
    () =>
      race.boats.map(({ track, passings }) => ({
        boat: boats.get(track)!,
        passings,
        gap: gaps.find((one) => one.track === track) ?? null,
      })),
    [race, boats, gaps],
  );
  const columns = useMemo(
    () =>
      race.legs.map((_, leg) =>
        numberColumn<Row>(
          `leg ${leg}`,
          `At ${waypointName(race, leg)}, ${unit === "s" ? "min" : unitName("m")}`,
          (row) => behindAt(row, leg, unit),
          (row) => behindCell(behindAt(row, leg, unit), unit),
        ),
      ),
    [race, unit],
  );
  return <BoatTable caption="Behind the leader at the marks" {...{ rows, columns, focus, onFocusBoat }} />;
}

function behindAt({ passings, gap }: Row, leg: number, unit: GapUnit): number | null {
  const passing = passings[leg];
  if (!passing) return null;
  if (unit === "s") return passing.behind_s;
  const { value } = gap ? gapAt(gap, Date.parse(passing.time)) : { value: Number.NaN };
  return Number.isNaN(value) ? null : value;
}

function behindCell(behind: number | null, unit: GapUnit) {
  if (behind === null) return "–";
  if (behind <= 0) return <span className="quiet">first</span>;
  return unit === "s" ? `+${minutesSeconds(behind)}` : amount(behind, 0, "m");
}
