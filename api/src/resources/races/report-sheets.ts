import type { Units } from "@leebow/core";
import type { HandicapBoat, RaceBoat, RaceDay, RaceReport } from "@leebow/core/node";
import type { RaceTrackRow } from "../../access/race.ts";
import { clockIn } from "../../platform/geo/zoned-time.ts";
import { type Column, number, type Sheet, sheetOf, text } from "../../platform/http/spreadsheet.ts";
import { presentBoat } from "./present.ts";

const SECONDS = "0.0";
const METRES = "0";
const SPEED = "0.00";
const DEGREES = "0.00000";

/** A boat in one of the races. */
interface BoatRow {
  race: RaceReport;
  number: number;
  boat: RaceBoat;
}

/** The boats' names by those of their tracks. */
interface Names {
  sailor: (track: string) => string;
  file: (track: string) => string;
}

/** The sheets of a race's report: results, starts, marks, legs, course, remarks. */
export function raceSheets(day: RaceDay, boats: readonly (readonly RaceTrackRow[])[], units: Units): Sheet[] {
  const known = new Map(boats.map((tracks) => [String(tracks[0]!.id), presentBoat(tracks, null)]));
  const names: Names = {
    sailor: (track) => known.get(track)?.full_name ?? track,
    file: (track) => known.get(track)?.file_name ?? "",
  };
  const clock = clockIn([...known.values()].find(({ tz }) => tz)?.tz ?? "UTC");
  const rows = day.races.flatMap((race, at) => race.boats.map((boat): BoatRow => ({ race, number: at + 1, boat })));
  return [
    sheetOf("Results", resultColumns(names, clock), rows, units),
    sheetOf("Starts", startColumns(names), rows, units),
    sheetOf("Marks", markColumns(names, clock), rows.flatMap(passings), units),
    sheetOf("Legs", legColumns(names), rows.flatMap(sailedLegs), units),
    sheetOf("Course", COURSE_COLUMNS, day.races.flatMap(marksOf), units),
    sheetOf("Remarks", remarkColumns(names), remarksOf(day), units),
  ];
}

type Clock = (iso: string) => string;

const sureText = (place: number | null, is_sure: boolean) => (place === null ? null : is_sure ? "yes" : "no");

const whose = (names: Names): Column<BoatRow>[] => [
  number("Race", METRES, (row) => row.number),
  text("Boat", 24, ({ boat }) => names.sailor(boat.track)),
];

function resultColumns(names: Names, clock: Clock): Column<BoatRow>[] {
  const corrected = ({ race, boat }: BoatRow): HandicapBoat | undefined =>
    race.handicap?.boats.find(({ track }) => track === boat.track);
  return [
    ...whose(names),
    text("File", 28, ({ boat }) => names.file(boat.track)),
    text("Gun", 20, ({ race }) => clock(race.start_time)),
    number("Place", METRES, ({ boat }) => boat.place),
    text("Place sure", 12, ({ boat }) => sureText(boat.place, boat.place_sure)),
    text("State", 16, ({ boat }) => boat.state.replace("_", " ")),
    number("Elapsed (s)", SECONDS, ({ boat }) => boat.elapsed_s),
    number("Sailed (m)", METRES, ({ boat }) => boat.sailed_m),
    number("Rating", "0.0000", (row) => corrected(row)?.rating ?? null),
    number("Class start after (s)", METRES, (row) => corrected(row)?.start_after_s ?? null),
    text("Score", 8, (row) => corrected(row)?.score?.toUpperCase() ?? null),
    number("Corrected (s)", SECONDS, (row) => corrected(row)?.corrected_s ?? null),
    number("Corrected place", METRES, (row) => corrected(row)?.place ?? null),
    text("Corrected place sure", 20, (row) => {
      const own = corrected(row);
      return own ? sureText(own.place, own.place_sure) : null;
    }),
  ];
}

const startColumns = (names: Names): Column<BoatRow>[] => [
  ...whose(names),
  number("To line (m)", SECONDS, ({ boat }) => boat.start?.to_line_m ?? null),
  number("To line, SD (m)", SECONDS, ({ boat }) => boat.start?.to_line_sd_m ?? null),
  number("Speed at gun (kn)", SPEED, ({ boat }) => boat.start?.speed_at_gun_kn ?? null),
  number("Crossed after (s)", SECONDS, ({ boat }) => boat.start?.crossed_after_s ?? null),
  number("Crossed, SD (s)", SECONDS, ({ boat }) => boat.start?.crossed_sd_s ?? null),
  number("Along the line, from the pin", SPEED, ({ boat }) => boat.start?.line_position ?? null),
  text("Over", 12, ({ boat }) => boat.start?.over?.replaceAll("_", " ") ?? null),
  text("Returned", 10, ({ boat }) => (boat.start ? (boat.start.returned ? "yes" : "no") : null)),
];

const passings = (row: BoatRow) =>
  row.boat.passings.flatMap((passing) =>
    passing ? [{ ...row, passing, waypoint: row.race.waypoints[passing.waypoint]! }] : [],
  );

const markColumns = (names: Names, clock: Clock): Column<ReturnType<typeof passings>[number]>[] => [
  ...whose(names),
  number("Waypoint", METRES, ({ passing }) => passing.waypoint),
  text("Kind", 10, ({ waypoint }) => waypoint.kind),
  text("Time", 20, ({ passing }) => clock(passing.time)),
  number("SD (s)", SECONDS, ({ passing }) => passing.sd_s),
  number("Place", METRES, ({ passing }) => passing.place),
  text("Place sure", 12, ({ passing }) => sureText(passing.place, passing.place_sure)),
  number("Behind (s)", SECONDS, ({ passing }) => passing.behind_s),
];

const sailedLegs = (row: BoatRow) =>
  row.boat.legs.flatMap((sailed, at) => (sailed ? [{ ...row, sailed, at, leg: row.race.legs[at]! }] : []));

const legColumns = (names: Names): Column<ReturnType<typeof sailedLegs>[number]>[] => [
  ...whose(names),
  number("Leg", METRES, ({ at }) => at + 1),
  text("Kind", 10, ({ leg }) => ({ up: "upwind", reach: "reach", down: "downwind" })[leg.kind]),
  number("Length (m)", METRES, ({ leg }) => leg.length_m),
  number("Time (s)", SECONDS, ({ sailed }) => sailed.time_s),
  number("Sailed (m)", METRES, ({ sailed }) => sailed.sailed_m),
  number("More than the least (%)", SECONDS, ({ sailed }) => sailed.sailed_over_shortest_pct),
  number("VMG (kn)", SPEED, ({ sailed }) => sailed.vmg_kn),
  number("Speed (kn)", SPEED, ({ sailed }) => sailed.sog_kn),
  number("Tacks", METRES, ({ sailed }) => sailed.tacks),
  number("Gybes", METRES, ({ sailed }) => sailed.gybes),
  number("Places gained", METRES, ({ sailed }) => sailed.places_gained),
  number("Gained (s)", SECONDS, ({ sailed }) => sailed.gain_s),
  number("Gained, SD (s)", SECONDS, ({ sailed }) => sailed.gain_sd_s),
];

const marksOf = ({ waypoints }: RaceReport, at: number) =>
  waypoints.flatMap((waypoint) => waypoint.marks.map((mark) => ({ number: at + 1, waypoint, mark })));

const COURSE_COLUMNS: Column<ReturnType<typeof marksOf>[number]>[] = [
  number("Race", METRES, (row) => row.number),
  number("Waypoint", METRES, ({ waypoint }) => waypoint.id),
  text("Kind", 10, ({ waypoint }) => waypoint.kind),
  text("Left to", 12, ({ waypoint }) => waypoint.side),
  number("Latitude (°)", DEGREES, ({ mark }) => mark.lat_deg),
  number("Longitude (°)", DEGREES, ({ mark }) => mark.lon_deg),
  number("SD (m)", SECONDS, ({ mark }) => mark.sd_m),
  text("From", 12, ({ mark }) => mark.basis),
];

const remarksOf = (day: RaceDay) => [
  ...day.notes.map((note) => ({ number: null, note })),
  ...day.races.flatMap(({ notes }, at) => notes.map((note) => ({ number: at + 1, note }))),
];

const remarkColumns = ({ sailor }: Names): Column<ReturnType<typeof remarksOf>[number]>[] => [
  number("Race", METRES, (row) => row.number),
  text("Boat", 24, ({ note: { track } }) => track && sailor(track)),
  text("Remark", 100, ({ note }) =>
    note.track === null ? note.text : note.text.replace(note.track, () => sailor(note.track!)),
  ),
];
