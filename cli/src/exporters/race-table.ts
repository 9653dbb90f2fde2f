import { PLUS_MINUS_MEANING, type RaceBoat, type RaceNote, type RaceReport } from "@leebow/core";
import { printable } from "../io/errors.ts";
import { bold, count, dim, number, Rows, wrap } from "./layout.ts";
import type { RaceResult } from "./race.ts";
import { boatName, courseLines, GUN_BASES, nameOf, sd, withSd } from "./race-course.ts";
import { duelLines } from "./race-duel.ts";
import { withoutFolder } from "./race-names.ts";
import { type RaceTargetResult, targetLegLines } from "./race-target.ts";
import { type Clock, clockOf } from "./time.ts";

/** Marks beside each other; a line has at most 100 characters. */
const MARKS_PER_TABLE = 4;

/** Per race a heading, the start, the course, the places at each mark and the legs; at the end what the signs mean. */
export function raceTable(result: RaceResult): string {
  const { day, files, duels, target, coloured } = withoutFolder(result);
  const clock = clockOf(files[0]?.time_zone ?? null);
  const lines = [
    ...day.notes.flatMap(dayNote),
    ...practiceLines(day.practice_starts, clock),
    ...day.races.flatMap((race, i) => ["", ...raceLines(race, i, clock, coloured, target)]),
    ...(duels && day.races.length > 0 ? duelLines(duels, day.races, coloured) : []),
    ...(day.races.length > 0 ? ["", ...EXPLANATIONS.map((line) => dim(line, coloured))] : []),
  ];
  const text = lines.slice(lines[0] === "" ? 1 : 0).map((line) => `${line}\n`);
  return text.length > 0 ? text.join("") : "No race was found.\n";
}

/** A remark on the day; of a clock that seems to be off with the correction that sets it. */
function dayNote({ text, track, clock_ahead_s: ahead_s }: RaceNote): string[] {
  const lines = wrap(printable(text));
  if (ahead_s === undefined) return lines;
  const correction = JSON.stringify([{ action: "set_clock", track, ahead_s }]);
  return [...lines, `  With --corrections: ${printable(correction)}`];
}

function practiceLines(starts: readonly string[], clock: Clock): string[] {
  if (starts.length === 0) return [];
  const which = starts.length === 1 ? "A start that no race followed" : "Starts that no race followed";
  return wrap(`${which}: ${starts.map((time) => clock.time(time)).join(", ")} (${clock.zone}).`);
}

function raceLines(
  race: RaceReport,
  index: number,
  clock: Clock,
  coloured: boolean,
  target: RaceTargetResult | null,
): string[] {
  const title = `Race ${index + 1}: ${clock.date(race.start_time)}, ${clock.time(race.start_time)} (${clock.zone})`;
  const body = [
    ...gunLines(race, clock),
    windLine(race),
    ...courseLines(race, coloured),
    ...startLines(race, coloured),
    ...placeLines(race, clock, coloured),
    ...handicapLines(race, coloured),
    ...race.legs.flatMap((_, leg) => legLines(race, leg, coloured)),
    ...(target ? targetLegLines(target, index, race, coloured) : []),
    ...noteLines(race),
  ];
  const indented = body.map((line) => (line === "" ? "" : `  ${line}`));
  return [bold(`${title}, ${count(race.boats.length, "boat")}`, coloured), ...indented];
}

function gunLines({ start_time, gun_basis, gun_sd_s, gun_candidates, recalls }: RaceReport, clock: Clock): string[] {
  const others = gun_candidates.map(({ time }) => clock.time(time)).filter((time) => time !== clock.time(start_time));
  const also = others.length > 0 ? `; it may have been at ${others.join(" or ")}` : "";
  const recalled = recalls.map((time) => clock.time(time)).join(", ");
  return [
    ...wrap(`Gun ${clock.time(start_time)} ${sd(gun_sd_s, 0)} s, ${GUN_BASES[gun_basis]}${also}`),
    ...(recalls.length > 0 ? [`Recalled: ${recalled}`] : []),
  ];
}

const WIND_SOURCES = { fleet: "estimated from all boats", measured: "measured", boats: "mean of the boats' own" };

function windLine({ twd_deg, twd_sd_deg, wind_source }: RaceReport): string {
  if (twd_deg === null || twd_sd_deg === null) return "The wind is not known.";
  const direction = String(Math.round(twd_deg) % 360).padStart(3, "0");
  return `Wind from ${direction}° ${sd(twd_sd_deg, 0)}°, ${WIND_SOURCES[wind_source]}`;
}

const OVER = { over: "over", may_be_over: "may be over", no: "" };

/** A row per boat that has a distance, a speed or a crossing. */
function startLines({ boats }: RaceReport, coloured: boolean): string[] {
  const rows = new Rows([22, -12, -9, -13, -8, -10, 12]);
  rows.add(["Start", "To line m", "At gun", "Crossed s", "Along", "After 60 s", ""]);
  for (const boat of boats) {
    if (!boat.start) continue;
    const { to_line_m, to_line_sd_m, speed_at_gun_kn, crossed_after_s, crossed_sd_s, line_position } = boat.start;
    const { places_after_60_s: places, over, returned } = boat.start;
    rows.add([
      boatName(boat.track, 22),
      withSd(number(to_line_m, 0), to_line_sd_m, 0),
      speed_at_gun_kn === null ? "" : `${number(speed_at_gun_kn, 1)} kn`,
      withSd(number(crossed_after_s, 1), crossed_sd_s, 1),
      line_position === null ? "" : `${number(100 * line_position, 0)} %`,
      places === null ? "" : places[0] === places[1] ? String(places[0]) : `${places[0]} to ${places[1]}`,
      [over === null ? "" : OVER[over], returned ? "returned" : ""].filter(Boolean).join(", "),
    ]);
  }
  return table(rows, coloured);
}

/** Place and gap at each mark; in brackets where two boats could be the other way round. */
function placeLines(race: RaceReport, clock: Clock, coloured: boolean): string[] {
  const marks = race.waypoints.slice(1);
  const lines: string[] = [];
  for (let from = 0; from < Math.max(1, marks.length); from += MARKS_PER_TABLE) {
    const shown = marks.slice(from, from + MARKS_PER_TABLE);
    const rows = new Rows([-5, 20, ...shown.map(() => 12), -12]);
    const heads = shown.map((mark) => nameOf(mark, race));
    rows.add(["Place", "Boat", ...heads, "Elapsed"]);
    for (const boat of race.boats) {
      const cells = shown.map(({ id }) => passingCell(boat, id, clock));
      const elapsed = boat.elapsed_s === null ? "" : duration(boat.elapsed_s);
      const end = STATES[boat.state] || elapsed;
      rows.add([placeCell(boat.place, boat.place_sure), boatName(boat.track, 20), ...cells, end]);
    }
    lines.push(...table(rows, coloured));
  }
  return lines;
}

function passingCell({ passings }: RaceBoat, waypoint: number, clock: Clock): string {
  const passing = passings.find((each) => each?.waypoint === waypoint);
  if (!passing) return "";
  const place = placeCell(passing.place, passing.place_sure);
  return `${place} ${passing.behind_s === 0 ? clock.time(passing.time) : `+${number(passing.behind_s, 1)}`}`;
}

const placeCell = (place: number | null, is_sure: boolean) =>
  place === null ? "" : is_sure ? `${place}` : `(${place})`;

const STATES = { finished: "", retired: "retired", course_differs: "other course", late: "late" };

/** `20:40` of seconds, or `1:02:05`. */
function duration(seconds: number): string {
  const all = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const SYSTEMS = { time_on_time: "time on time", time_on_distance: "time on distance" };
const COURSES = { stated: "as stated", marks: "from mark to mark" };

/** The result by corrected time; in brackets where two boats could be the other way round. */
function handicapLines({ handicap }: RaceReport, coloured: boolean): string[] {
  if (!handicap) return [];
  const { system, course_nm, course_basis, boats } = handicap;
  const course = course_nm === null ? "" : `, course ${number(course_nm, 2)} nm ${COURSES[course_basis!]}`;
  const rows = new Rows([-5, 24, -9, -12, -10, -11, -10]);
  rows.add(["Place", "Boat", "Rating", "Class start", "Elapsed", "Corrected", "Behind s"]);
  for (const boat of boats) {
    const { rating, start_after_s, elapsed_s, corrected_s, behind_s, score } = boat;
    rows.add([
      placeCell(boat.place, boat.place_sure) || (score?.toUpperCase() ?? ""),
      boatName(boat.track, 24),
      rating === null ? "" : number(rating, system === "time_on_time" ? 4 : 1),
      start_after_s === 0 ? "" : `${signed(start_after_s, 0)} s`,
      elapsed_s === null ? "" : duration(elapsed_s),
      corrected_s === null ? "" : duration(corrected_s),
      behind_s === null ? "" : number(behind_s, 1),
    ]);
  }
  const title = system ? `Corrected by ${SYSTEMS[system]}${course}` : "Result with scores";
  return ["", title, ...table(rows, coloured).slice(1)];
}

const KINDS = { up: "upwind", reach: "reach", down: "downwind" };

function legLines(race: RaceReport, index: number, coloured: boolean): string[] {
  const { kind, length_m, from, to } = race.legs[index]!;
  const names = [from, to].map((id) => race.waypoints.find((waypoint) => waypoint.id === id));
  const way = names.map((waypoint) => (waypoint ? nameOf(waypoint, race) : "?")).join(" to ");
  const rows = new Rows([18, -7, -8, -6, -6, -6, -5, -5, -6, -11]);
  rows.add(["Boat", "Time", "Sailed m", "More %", "VMG kn", "SOG kn", "Tacks", "Gybes", "Places", "Gained s"]);
  let sailed = 0;
  for (const { track, legs } of race.boats) {
    const leg = legs[index];
    if (!leg) continue;
    sailed += 1;
    rows.add([
      boatName(track, 18),
      duration(leg.time_s),
      number(leg.sailed_m, 0),
      number(leg.sailed_over_shortest_pct, 1),
      number(leg.vmg_kn, 2),
      number(leg.sog_kn, 2),
      String(leg.tacks),
      String(leg.gybes),
      // Before the first leg no boat has a place.
      index === 0 ? "" : signed(leg.places_gained, 0),
      withSd(signed(leg.gain_s, 0), leg.gain_sd_s, 0),
    ]);
  }
  const title = `Leg ${index + 1}, ${KINDS[kind]}: ${way}, ${number(length_m, 0)} m`;
  return ["", ...wrap(title), ...(sailed > 0 ? table(rows, coloured).slice(1) : ["No boat was seen on all of it."])];
}

function signed(value: number, decimals: number): string {
  const text = number(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

function noteLines({ notes }: RaceReport): string[] {
  if (notes.length === 0) return [];
  const named = ({ text, track }: RaceNote) => (track === null || text.includes(track) ? text : `${track}: ${text}`);
  return ["", ...notes.flatMap((note) => wrap(printable(named(note))))];
}

/** An empty line, the dimmed heads and the rows. */
function table(rows: Rows, coloured: boolean): string[] {
  const [head = "", ...body] = rows.lines();
  return body.length === 0 ? [] : ["", dim(head, coloured), ...body];
}

/** The heading of a race says how many boats it had: a day's files may be several of one boat. */
const EXPLANATIONS = [
  "Places are among the boats with tracks.",
  "In brackets: this place and the one beside it could be the other way round.",
  PLUS_MINUS_MEANING,
];
