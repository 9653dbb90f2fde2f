import type { Passing } from "@leebow/core";
import { useMemo } from "react";
import { type DataColumn, DataTable } from "../components/data-table";
import { minutesSeconds } from "../format/durations";
import { amount } from "../format/numbers";
import { unitName } from "../format/units";
import { boatColumn } from "./boat-cell";
import type { ReportBoat } from "./boats";
import { type Gap, type GapUnit, gapAt } from "./gaps";
import { waypointName } from "./legs";
import type { BoatsProps } from "./start-card";

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
export function GapTable({ race, boats, focus, onFocusBoat, gaps, unit }: GapTableProps) {
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
    (): DataColumn<Row>[] => [
      boatColumn(focus, onFocusBoat),
      ...race.legs.map(
        (_, leg): DataColumn<Row> => ({
          id: `leg ${leg}`,
          title: `At ${waypointName(race, leg)}, ${unit === "s" ? "min" : unitName("m")}`,
          numeric: true,
          value: (row) => behindAt(row, leg, unit),
          cell: (row) => behindCell(behindAt(row, leg, unit), unit),
        }),
      ),
    ],
    [race, focus, onFocusBoat, unit],
  );
  return (
    <DataTable
      caption="Behind the leader at the marks"
      columns={columns}
      rows={rows}
      rowId={({ boat }) => boat.track}
      rowName={({ boat }) => boat.sailor}
      highlighted={focus}
    />
  );
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
