import { type DebriefRace, debriefRacesOf, type RaceDay } from "@leebow/core/node";
import type { RaceTrackRow } from "../../access/race.ts";
import { findVisibleRace } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { boatsOf } from "../races/boats.ts";
import { countsFor } from "../races/queries.ts";
import { readRaceReport, reportOf } from "../races/report.ts";

/** What a boat sailed of a race: the track that has the most of it. */
type SailedTrack = RaceTrackRow & { result_key: string };

interface RacedWith {
  /** Boats are named by the ids of their tracks. */
  races: DebriefRace[];
  tracks: SailedTrack[];
}

/**
 * The races that a track took part in, made by its owner or a team of his (`countsFor`), and the tracks of the other boats in
 * them, as far as the viewer may see them. Several people may have made the same race: each track is there once.
 */
export async function racedWith(context: AppContext, viewer: Viewer, track_id: number): Promise<RacedWith> {
  const rows = await context.db
    .selectFrom("race_tracks")
    .innerJoin("races", "races.id", "race_tracks.race_id")
    .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
    .select("race_tracks.race_id")
    .where("race_tracks.track_id", "=", track_id)
    .where(countsFor("races"))
    .orderBy("race_tracks.race_id", "desc")
    .limit(LIMITS.debrief_races)
    .execute();
  const races: DebriefRace[] = [];
  const tracks = new Map<number, SailedTrack>();
  for (const { race_id } of rows) {
    const found = await inRace(context, viewer, race_id, track_id);
    races.push(...found.races);
    for (const track of found.tracks) tracks.set(track.id, track);
  }
  return { races, tracks: [...tracks.values()] };
}

async function inRace(context: AppContext, viewer: Viewer, race_id: number, track_id: number): Promise<RacedWith> {
  const visible = await findVisibleRace(context, viewer, undefined, race_id);
  const open = visible?.tracks.filter((track) => !track.is_closed) ?? [];
  const of = visible && reportOf({ ...visible, tracks: open });
  const boats = boatsOf(open);
  const own = boats.find((boat) => boat.some(({ id }) => id === track_id));
  if (!of || !own) return { races: [], tracks: [] };
  const day = await readRaceReport(context, of);
  /** By the names of their boats in the report. */
  const tracks = new Map<string, SailedTrack>();
  for (const boat of boats) {
    const track = boat === own ? undefined : longestIn(day, boat);
    if (track) tracks.set(nameOf(boat), track);
  }
  const races = debriefRacesOf(day.races, nameOf(own)).map((race) => ({
    ...race,
    boats: race.boats.flatMap((name) => tracks.get(name)?.id.toString() ?? []),
  }));
  return { races, tracks: [...tracks.values()] };
}

/** The report of a race names a boat by the first of its tracks. */
const nameOf = (boat: readonly RaceTrackRow[]): string => String(boat[0]!.id);

/** Of the tracks of a boat, which follow each other, the one that has the most of the races. */
function longestIn({ races }: RaceDay, boat: readonly RaceTrackRow[]): SailedTrack | undefined {
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
