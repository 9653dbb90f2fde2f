import { halfWidth90, type RaceReport, type RaceWaypoint, type StartLine } from "@leebow/core";
import { printable } from "../io/errors.ts";
import { dim, number, Rows, wrap } from "./layout.ts";

/** What the gun rests on. */
export const GUN_BASES = {
  timer: "by a race timer",
  typed: "as corrected",
  whole_minute: "the whole minute that fits the boats",
  estimated: "estimated from the boats",
};

const BASES = { device: "by a device", hand: "placed by hand", estimated: "estimated" };

/** `± 8` of a standard deviation. */
export function sd(value: number, decimals: number): string {
  return `± ${number(halfWidth90(value), decimals)}`;
}

/** A value and its `± 8`, which line up below each other; empty when the value is unknown. */
export function withSd(text: string, value: number | null, decimals: number): string {
  if (text === "") return "";
  const half_width = number(halfWidth90(value), decimals).padStart(decimals > 0 ? 4 : 2);
  return value === null ? `${text}${" ".repeat(half_width.length + 3)}` : `${text} ± ${half_width}`;
}

/** The end of a path is what tells boats of one folder apart. */
export function boatName(track: string, width: number): string {
  const name = printable(track);
  return name.length <= width ? name : `…${name.slice(1 - width)}`;
}

/** `mark 2`, `gate 1`, `finish`. */
export function nameOf({ id, kind }: RaceWaypoint, { waypoints }: RaceReport): string {
  if (kind === "line") return "start";
  const isOnly = waypoints.filter((other) => other.kind === kind).length === 1;
  return isOnly && kind === "finish" ? kind : `${kind} ${id}`;
}

/** The line with its bias, and the marks with their positions. */
export function courseLines(race: RaceReport, coloured: boolean): string[] {
  return [
    ...(race.line ? lineLines(race.line) : ["The ends of the line are not known."]),
    ...markLines(race, coloured),
  ];
}

function lineLines(line: StartLine): string[] {
  const bases = [...new Set([line.pin.basis, line.committee.basis].map((basis) => BASES[basis]))].join(" and ");
  const bearing = String(Math.round(line.bearing_deg) % 360).padStart(3, "0");
  return wrap(`Line ${number(line.length_m, 0)} m, from the pin to ${bearing}° (${bases})${biasOf(line)}`);
}

const AHEAD = { pin: "the pin was ahead", committee: "the committee boat's end was ahead" };

function biasOf({ favoured, bias_m, bias_sd_m, bias_deg }: StartLine): string {
  if (bias_m === null || bias_sd_m === null || bias_deg === null) return "";
  if (favoured === null) return "; no end was clearly ahead";
  const by_m = `${number(Math.abs(bias_m), 0)} m ${sd(bias_sd_m, 0)} m`;
  return `; ${AHEAD[favoured]} by ${by_m}, ${number(Math.abs(bias_deg), 0)}°`;
}

const SIDES = { port: "to port", starboard: "to starboard", either: "gate" };

function markLines(race: RaceReport, coloured: boolean): string[] {
  const rows = new Rows([12, 13, 22, 8, -6, 24]);
  rows.add(["Mark", "Left", "Position", "± m", "Boats", ""]);
  for (const waypoint of race.waypoints.slice(1)) {
    for (const { lat_deg, lon_deg, sd_m, basis, passings } of waypoint.marks) {
      const note = [BASES[basis], waypoint.moved ? "moved" : ""].filter(Boolean).join(", ");
      const position = `${lat_deg.toFixed(5)}, ${lon_deg.toFixed(5)}`;
      const side = waypoint.side === null ? "" : SIDES[waypoint.side];
      rows.add([nameOf(waypoint, race), side, position, number(halfWidth90(sd_m), 0), String(passings), note]);
    }
  }
  const [head = "", ...body] = rows.lines();
  return body.length === 0 ? [] : ["", dim(head, coloured), ...body];
}
