import type { HandicapBoat, HandicapResult, RaceReport } from "@leebow/core";
import { useMemo } from "react";
import { fixed, UNKNOWN, withUnit } from "../../format/numbers";
import { hms, minutesSeconds } from "../../format/times";
import { Card } from "../../ui/card";
import { type DataColumn, numberColumn } from "../../ui/data-table";
import { BoatTable, PlaceText } from "./boat-cell";
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
  const columns = useMemo(() => figureColumns(result), [result]);
  return (
    <Card
      title={result.system ? "Result by corrected time" : "Result with scores"}
      aside={<span className="caption">{systemText(result)}</span>}
    >
      <BoatTable caption="Boats by corrected time" {...{ rows, columns, focus, onFocusBoat }} />
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
  numberColumn<Row>("place", "Place", ({ place }) => place, String, {
    cell: ({ place, place_sure, score }) =>
      place === null ? (score?.toUpperCase() ?? UNKNOWN) : <PlaceText place={place} isSure={place_sure} />,
  }),
  // First what a phone has room for.
  numberColumn("corrected", "Corrected", ({ corrected_s }) => corrected_s, hms),
  numberColumn(
    "behind",
    "Behind\nmin",
    ({ behind_s }) => behind_s,
    (behind_s) => (behind_s === 0 ? <span className="quiet">first</span> : `+${minutesSeconds(behind_s)}`),
  ),
  ...(system
    ? [
        numberColumn<Row>(
          "rating",
          system === "time_on_time" ? "Factor" : "Allowance\ns/nm",
          ({ rating }) => rating,
          (rating) => fixed(rating, system === "time_on_time" ? 4 : 1),
        ),
      ]
    : []),
  ...(boats.some(({ start_after_s }) => start_after_s !== 0)
    ? [
        numberColumn<Row>(
          "start",
          "Class start\nafter, min",
          ({ start_after_s }) => start_after_s,
          (after_s) => fixed(after_s / 60, 0),
        ),
      ]
    : []),
  numberColumn("elapsed", "Elapsed", ({ elapsed_s }) => elapsed_s, hms),
];
