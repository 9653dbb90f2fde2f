/** The rows of one leg of a race, and the sentence below them. */

import { type BoatLeg, halfWidth90, type Passing, type RaceReport } from "@leebow/core";
import { capital, countText, fixed, listed } from "../../format/numbers";
import { Segments } from "../../ui/choices";
import { Select } from "../../ui/select";

interface LegRow {
  track: string;
  /** At the end of the leg. */
  passing: Passing | null;
  leg: BoatLeg | null;
}

/** The boats in the order in which they came to the end of the leg; those that were not seen there last. */
export function legRows({ boats }: RaceReport, leg: number): LegRow[] {
  const rows = boats.map(({ track, passings, legs }) => ({
    track,
    passing: passings[leg] ?? null,
    leg: legs[leg] ?? null,
  }));
  return rows.sort((a, b) => (a.passing?.place ?? Infinity) - (b.passing?.place ?? Infinity) || 0);
}

/** "mark 3", "gate 2" or "the finish": the end of a leg. */
export function waypointName({ legs, waypoints }: RaceReport, leg: number): string {
  const end = waypoints.find(({ id }) => id === legs[leg]?.to);
  if (!end) return "the end";
  if (end.kind === "finish") return "the finish";
  return `${end.kind === "gate" ? "gate" : "mark"} ${end.id}`;
}

/** Of more boats than this only the number is given. *guess* */
const MOST_NAMED = 5;

/** What the figures of a leg are compared with, how sure the times at its end are, and which boats are too close. */
export function legNote(race: RaceReport, leg: number, nameOf: (track: string) => string): string {
  const rows = legRows(race, leg).flatMap(({ track, passing }) => (passing ? [{ track, passing }] : []));
  const timed = race.boats.filter(({ legs }) => legs[leg]).length;
  const middle = `The middle is the median time of ${countText(timed, "boat")} on this leg.`;
  const moved = race.waypoints.find(({ id }) => id === race.legs[leg]?.to)?.moved
    ? ` ${capital(waypointName(race, leg))} lay elsewhere than in another lap.`
    : "";
  if (rows.length === 0) return middle + moved;
  const half_s = halfWidth90(Math.max(...rows.map(({ passing }) => passing.sd_s)));
  const times = ` Times at ${waypointName(race, leg)} are ± ${fixed(half_s, half_s < 3 ? 1 : 0)} s`;
  const close = rows.filter(({ passing }) => !passing.place_sure).map(({ track }) => nameOf(track));
  if (close.length < 2) return `${middle}${moved}${times}.`;
  if (close.length > MOST_NAMED)
    return `${middle}${moved}${times}: the places of ${close.length} boats could be otherwise.`;
  if (close.length === 2) return `${middle}${moved}${times}: ${listed(close)} could be the other way round.`;
  return `${middle}${moved}${times}: the places of ${listed(close)} could be otherwise.`;
}

/** Legs that a row of segments has room for. */
const MAX_SEGMENTS = 5;

interface LegChoiceProps {
  race: RaceReport;
  leg: number;
  onLeg: (leg: number) => void;
  label?: string;
}

/** Which leg a card shows. */
export function LegChoice({ race, leg, onLeg, label = "Leg" }: LegChoiceProps) {
  const choices = race.legs.map(({ kind }, at) => ({ value: String(at), label: `${at + 1} ${kind}` }));
  const choice = { label, choices, value: String(leg), onChange: (next: string) => onLeg(Number(next)) };
  return choices.length > MAX_SEGMENTS ? <Select bare {...choice} width={120} /> : <Segments {...choice} />;
}
