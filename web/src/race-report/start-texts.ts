/** What the card of the start says in sentences, and why it withholds what it does. */

import type { BoatStart, RaceNoteCode, RaceReport, StartLine } from "@leebow/core";
import { halfWidth90 } from "@leebow/core";
import { amount, fixed, unitWithInterval, withUnit } from "../format/numbers";
import { clockSeconds } from "../format/times";
import { unitName } from "../format/units";
import { isClear } from "./figures";

const GUN_BASIS: Record<RaceReport["gun_basis"], string> = {
  timer: "by the race timer",
  typed: "set by hand",
  whole_minute: "the whole minute nearest to when the fleet moved",
  estimated: "as the fleet moved",
};

/** "Gun at 12:30:00, as the fleet moved, ± 2 s" */
export function gunText({ start_time, gun_basis, gun_sd_s }: RaceReport, zone: string | null): string {
  const interval = unitWithInterval(halfWidth90(gun_sd_s), gun_sd_s < 3 ? 1 : 0, "s");
  return `Gun at ${clockSeconds(start_time, zone)}, ${GUN_BASIS[gun_basis]}, ${interval}`;
}

export const endName = (end: "pin" | "committee"): string => (end === "pin" ? "pin" : "committee");

/** Which end of the line was ahead. */
export function biasSentence(
  { favoured, bias_deg, bias_sd_deg, bias_m }: StartLine,
  [first]: RaceReport["legs"],
): string {
  if (bias_deg === null || bias_sd_deg === null || bias_m === null) {
    const reason = first && first.kind !== "up" ? "the first leg is no beat" : "the wind is not known";
    return `Which end of the line was ahead is left out: ${reason}.`;
  }
  if (favoured === null) return "Neither end of the line was clearly ahead.";
  const angle = `${fixed(Math.abs(bias_deg), 0)}° ${unitWithInterval(halfWidth90(bias_sd_deg), 0, "°")}`;
  return `The ${endName(favoured)} end was ${angle} ahead, worth ${withUnit(Math.abs(bias_m), 0, "m")}.`;
}

/** What the line rests on, and how sure the distances to it are. */
export function lineSentence({ line, boats }: RaceReport): string {
  const bases = [line?.pin.basis, line?.committee.basis];
  const basis = bases.includes("estimated") ? "estimated" : bases.includes("hand") ? "hand" : "device";
  const words = {
    estimated: "The line is estimated",
    hand: "The line was placed by hand",
    device: "The line was pinged",
  };
  const sds = boats.flatMap(({ start }) => (start?.to_line_m == null ? [] : [start.to_line_sd_m ?? Number.NaN]));
  const known = sds.filter(Number.isFinite).map((sd) => halfWidth90(sd));
  if (known.length === 0) return `${words[basis]}.`;
  const [least, most] = [Math.min(...known), Math.max(...known)].map((width) => amount(width, 0, "m"));
  return `${words[basis]}: distances to it are ± ${least === most ? least : `${least} to ${most}`} ${unitName("m")}.`;
}

const noteOf = ({ notes }: RaceReport, codes: readonly RaceNoteCode[]) =>
  notes.find(({ code }) => codes.includes(code))?.text ?? null;

/** Why nothing is said of the start; null where something is. */
export function noStartReason(race: RaceReport, mayPlace: boolean): string | null {
  if (race.boats.some(({ start }) => start !== null)) return null;
  return (
    noteOf(race, ["no_gun", "few_boats", "one_boat"]) ??
    `The moment of the gun is not known well enough for a table of the start.${mayPlace ? " Set it under Place marks." : ""}`
  );
}

type Figure = "to_line_m" | "speed_at_gun_kn" | "crossed_after_s" | "line_position" | "places_after_60_s";

/** The columns of the table that are withheld for every boat, and why. */
export function withheldColumns(
  race: RaceReport,
  mayPlace: boolean,
): { columns: ReadonlySet<Figure>; reasons: string[] } {
  const starts = race.boats.flatMap(({ start }) => (start ? [start] : []));
  const figures: Figure[] = ["to_line_m", "speed_at_gun_kn", "crossed_after_s", "line_position", "places_after_60_s"];
  const columns = new Set(figures.filter((figure) => starts.every((start) => start[figure] === null)));
  return { columns, reasons: starts.length === 0 ? [] : reasonsOf(race, columns, mayPlace) };
}

function reasonsOf(race: RaceReport, columns: ReadonlySet<Figure>, mayPlace: boolean): string[] {
  const reasons: string[] = [];
  if (!race.line) {
    reasons.push(
      noteOf(race, ["no_line"]) ??
        `The starting line is not known: distances, crossings and places on the line are left out.${mayPlace ? " Add it under Place marks." : ""}`,
    );
  } else if (columns.has("to_line_m")) {
    reasons.push(`Distances to the line are left out: they are less sure than ${withUnit(8, 0, "m")}.`);
  }
  if (columns.has("speed_at_gun_kn"))
    reasons.push("Speeds at the gun are left out: its moment is not known well enough.");
  if (columns.has("places_after_60_s")) reasons.push("Places after a minute are left out: the wind is not known.");
  return reasons;
}

/** Whether the moment of a crossing is less sure than that it was before or after the gun. */
export const isCrossingUnsure = ({ over, crossed_after_s, crossed_sd_s }: BoatStart): boolean =>
  over === "may_be_over" ||
  (crossed_after_s !== null && crossed_sd_s !== null && crossed_after_s < 0 && !isClear(crossed_after_s, crossed_sd_s));
