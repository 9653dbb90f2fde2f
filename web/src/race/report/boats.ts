/** Who sailed the boats of a race report, and in which colours they are drawn. */

import type { RaceNote, RaceReport } from "@leebow/core";
import { boatNames } from "../../session/boat-names";

export interface ReportBoat {
  /** Its name in the report. */
  track: string;
  /** Of the first of its tracks, as in the address of the replay; null for a track that this viewer does not see. */
  id: number | null;
  track_ids: readonly number[];
  /** Short name in charts. */
  label: string;
  sailor: string;
  /** Empty where it is not known. */
  boat_class: string;
  /** Its number among the boats of the race, from 0; of it depends its colour. */
  index: number;
}

/** The colour token of a boat; from the ninth on they repeat. */
export const boatColor = (index: number): `--boat-${number}` => `--boat-${(index % 8) + 1}`;

/** A boat with its tracks and who sailed it. */
export interface NamedBoat {
  id: number;
  /** Of its recordings, in time order. */
  track_ids: readonly number[];
  user: { id: number; first_name: string; last_name: string };
  full_name: string;
  file_name: string;
  boat_name: string;
}

/** What a report is about: its name, where and when it was sailed, and its boats. */
export interface ReportSubject {
  name: string;
  location: string | null;
  /** Of the first track. */
  start_time: string | null;
  zone: string | null;
  boats: readonly NamedBoat[];
}

/** All boats with tracks. Colours are those of the replay's map, in the order of the tracks. */
export function allBoats(boats: readonly NamedBoat[]): ReportBoat[] {
  const names = boatNames(boats.map(({ user, file_name }) => ({ ...user, file: file_name })));
  return boats.map(({ id, track_ids, full_name, boat_name }, index) => ({
    track: String(track_ids[0]),
    id,
    track_ids,
    label: names[index]!,
    sailor: full_name,
    boat_class: boat_name,
    index,
  }));
}

/** The boats of a report by the names of their tracks. */
export function boatsByTrack(report: RaceReport, boats: readonly NamedBoat[]): Map<string, ReportBoat> {
  const known = allBoats(boats);
  const found = new Map<string, ReportBoat>();
  for (const track of new Set([...report.tracks, ...report.boats.map((boat) => boat.track)])) {
    const own = known.find(({ track_ids }) => track_ids.some((id) => String(id) === track));
    const index = known.length + found.size;
    const unknown = { track, id: null, track_ids: [], label: track, sailor: track, boat_class: "", index };
    found.set(track, own ? { ...own, track } : unknown);
  }
  return found;
}

/** The sentence of a note with the boat's name in the place of the track's, by which the server names boats. */
export function noteText({ text, track }: RaceNote, boats: readonly NamedBoat[]): string {
  if (track === null) return text;
  const names = boatNames(boats.map(({ user, file_name }) => ({ ...user, file: file_name })));
  const quoted = boats.reduce(
    (told, { track_ids }, at) => track_ids.reduce((all, id) => all.replace(`“${id}”`, () => names[at]!), told),
    text,
  );
  const index = boats.findIndex(({ track_ids }) => track_ids.some((id) => String(id) === track));
  return index < 0 || quoted !== text ? quoted : text.replace(track, () => names[index]!);
}
