import { type DebriefRace, debriefRacesOf, type RaceDay } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import { LIMITS } from "../limits.ts";
import { boatsOf } from "../races/boats.ts";
import { readRaceReport } from "../races/report.ts";
import { reportOf } from "../races/report-of.ts";
import type { RaceTrackRow } from "../races/track-queries.ts";
import { findVisibleRace } from "../races/visible-race.ts";

/** A boat of a race, named as the debrief's race names it. */
export interface Boat {
  name: string;
  track: RaceTrackRow & { result_key: string };
}

export interface RacedWith {
  races: DebriefRace[];
  boats: Boat[];
}

/**
 * The races that a track took part in, and the other boats of them, as far as the viewer may see them. Each race's boats
 * have names of that race.
 */
export async function racedWith(context: AppContext, viewer: Viewer, track_id: number): Promise<RacedWith> {
  const rows = await context.db
    .selectFrom("race_tracks")
    .select("race_id")
    .where("track_id", "=", track_id)
    .orderBy("race_id", "desc")
    .limit(LIMITS.debrief_races)
    .execute();
  const found: RacedWith = { races: [], boats: [] };
  for (const { race_id } of rows) {
    const { races, boats } = await inRace(context, viewer, race_id, track_id);
    found.races.push(...races);
    found.boats.push(...boats);
  }
  return found;
}

async function inRace(context: AppContext, viewer: Viewer, race_id: number, track_id: number): Promise<RacedWith> {
  const visible = await findVisibleRace(context, viewer, undefined, race_id);
  const tracks = visible?.tracks.filter((track) => !track.is_closed) ?? [];
  const of = visible && reportOf({ ...visible, tracks });
  if (!of) return { races: [], boats: [] };
  const day = await readRaceReport(context, of);
  const all = boatsOf(tracks);
  const own = all.find((boat) => boat.some(({ id }) => id === track_id));
  if (!own) return { races: [], boats: [] };
  const name = (boat: string) => `${race_id}/${boat}`;
  const races = debriefRacesOf(day.races, String(own[0]!.id)).map((race) => ({ ...race, boats: race.boats.map(name) }));
  const others = all.filter((boat) => boat !== own);
  const boats = others.flatMap((boat) => {
    const track = longestIn(day, boat);
    return track ? { name: name(String(boat[0]!.id)), track } : [];
  });
  return { races, boats };
}

/** Of the tracks of a boat, which follow each other, the one that has the most of the races. */
function longestIn({ races }: RaceDay, boat: readonly RaceTrackRow[]): Boat["track"] | undefined {
  const inRaces = ({ start_time, end_time }: RaceTrackRow) =>
    races.reduce((sum, race) => {
      const from = Math.max(start_time!.getTime(), Date.parse(race.start_time));
      return sum + Math.max(0, Math.min(end_time!.getTime(), Date.parse(race.end_time)) - from);
    }, 0);
  const sailed = boat.flatMap((track) => {
    const { result_key, start_time, end_time } = track;
    return result_key && start_time && end_time ? { ...track, result_key } : [];
  });
  return sailed.filter((track) => inRaces(track) > 0).sort((a, b) => inRaces(b) - inRaces(a))[0];
}
