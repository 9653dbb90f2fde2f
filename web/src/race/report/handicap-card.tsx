import type { HandicapBoat, HandicapResult, RaceReport } from "@leebow/core";
import { useMemo } from "react";
import { fixed, withUnit } from "../../format/numbers";
import { hms, minutesSeconds } from "../../format/times";
import { Card } from "../../ui/card";
import { type DataColumn, DataTable } from "../../ui/data-table";
import { boatColumn, PlaceText } from "./boat-cell";
import type { ReportBoat } from "./boats";
import cards from "./cards.module.css";
import type { BoatsProps } from "./start-card";

interface Row extends HandicapBoat {
  boat: ReportBoat;
}

/** The result by corrected time, or with scores alone. */
export function HandicapCard({ race, boats, focus, onFocusBoat, result }: BoatsProps & { result: HandicapResult }) {
  const rows = useMemo(
    () => result.boats.map((boat): Row => ({ ...boat, boat: boats.get(boat.track)! })),
    [result, boats],
  );
  const columns = useMemo(
    (): DataColumn<Row>[] => [boatColumn(focus, onFocusBoat), ...figureColumns(result)],
    [result, focus, onFocusBoat],
  );
  return (
    <Card
      title={result.system ? "Result by corrected time" : "Result with scores"}
      aside={<span className="caption">{systemText(result)}</span>}
    >
      <DataTable
        caption="Boats by corrected time"
        columns={columns}
        rows={rows}
        rowId={({ boat }) => boat.track}
        rowName={({ boat }) => boat.sailor}
        highlighted={focus}
      />
      <p className={cards.note}>{noteOf(race, result)}</p>
    </Card>
  );
}

/** "Time on distance, course 4.50 nm from mark to mark" */
export function systemText({ system, course_nm, course_basis }: HandicapResult): string {
  if (!system) return "No boat has a rating";
  if (system === "time_on_time") return "Time on time";
  if (course_nm === null) return "Time on distance, the length of the course is not known";
  return `Time on distance, course ${withUnit(course_nm, 2, "nm")} ${course_basis === "stated" ? "as stated" : "from mark to mark"}`;
}

function noteOf({ waypoints }: RaceReport, { system, boats }: HandicapResult): string {
  const without = boats.filter(({ elapsed_s }) => elapsed_s === null).length;
  const unrated = system ? boats.filter(({ rating }) => rating === null).length : 0;
  return [
    waypoints.at(-1)?.kind === "finish"
      ? "Elapsed from the gun of each boat's class to its finish, as found in its track."
      : "No finish was found: elapsed is from the gun of each boat's class to the last mark. Set the finish under Place marks.",
    unrated > 0 && `Without a rating there is no corrected time: ${unrated} of ${boats.length} boats.`,
    without > 0 && `Not seen at the finish: ${without} of ${boats.length} boats.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const figureColumns = ({ system, boats }: HandicapResult): DataColumn<Row>[] => [
  {
    id: "place",
    title: "Place",
    numeric: true,
    value: ({ place }) => place,
    cell: ({ place, place_sure, score }) =>
      place === null ? (score?.toUpperCase() ?? "–") : <PlaceText place={place} isSure={place_sure} />,
  },
  // First what a phone has room for.
  {
    id: "corrected",
    title: "Corrected",
    numeric: true,
    value: ({ corrected_s }) => corrected_s,
    cell: ({ corrected_s }) => hms(corrected_s),
  },
  {
    id: "behind",
    title: "Behind\nmin",
    numeric: true,
    value: ({ behind_s }) => behind_s,
    cell: ({ behind_s }) =>
      behind_s === null ? "–" : behind_s === 0 ? <span className="quiet">first</span> : `+${minutesSeconds(behind_s)}`,
  },
  ...(system
    ? [
        {
          id: "rating",
          title: system === "time_on_time" ? "Factor" : "Allowance\ns/nm",
          numeric: true,
          value: ({ rating }: Row) => rating,
          cell: ({ rating }: Row) => (system === "time_on_time" ? fixed(rating, 4) : fixed(rating, 1)),
        },
      ]
    : []),
  ...(boats.some(({ start_after_s }) => start_after_s !== 0)
    ? [
        {
          id: "start",
          title: "Class start\nafter, min",
          numeric: true,
          value: ({ start_after_s }: Row) => start_after_s,
          cell: ({ start_after_s }: Row) => fixed(start_after_s / 60, 0),
        },
      ]
    : []),
  {
    id: "elapsed",
    title: "Elapsed",
    numeric: true,
    value: ({ elapsed_s }) => elapsed_s,
    cell: ({ elapsed_s }) => hms(elapsed_s),
  },
];
