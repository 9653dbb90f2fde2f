import { type Debrief, type DebriefTrack, debriefTrackOf, type SessionSummary } from "@leebow/core/node";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { openTo, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { versionOf } from "../../platform/http/list-version.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { isBoatOfItsOwn } from "../tracks/queries.ts";
import { readColumns, readReport } from "../tracks/results.ts";
import { racedWith } from "./raced-with.ts";

/** Debriefs kept in memory, some 50 kB each. *guess*: those that are read at the same time. */
const KEPT = 100;

/** Debriefs by what they are made of. */
const kept = new WeakMap<AppContext, LRUCache<string, Debrief>>();

/** The debrief of a track as a viewer may see it. */
export async function debriefOf(
  context: AppContext,
  viewer: Viewer,
  track: TrackRow & { result_key: string },
): Promise<Debrief> {
  const [earlier, { races, tracks }] = await Promise.all([
    earlierSessions(context, viewer, track),
    racedWith(context, viewer, track.id),
  ]);
  const all = [track, ...tracks.slice(0, LIMITS.debrief_boats)];
  const cache = kept.get(context) ?? new LRUCache({ max: KEPT });
  kept.set(context, cache);
  const files = all.map(({ result_key }) => result_key);
  const key = versionOf([{ engine: context.core.version, files, earlier, races }]);
  const known = cache.get(key);
  if (known) return known;
  const debrief = await inTurn(context, async () => {
    const sessions: DebriefTrack[] = [];
    for (const one of all) sessions.push(await sessionOf(context, one));
    return context.core.debrief(sessions[0]!, sessions.slice(1), { earlier, races });
  });
  cache.set(key, debrief);
  return debrief;
}

/** A track as the debrief takes it, named by its id. */
async function sessionOf({ storage }: AppContext, track: Pick<TrackRow, "id" | "result_key">): Promise<DebriefTrack> {
  const [report, columns] = await Promise.all([readReport({ storage }, track), readColumns({ storage }, track)]);
  const { facts, ...views } = debriefTrackOf({ ...report, name: String(track.id) }, columns);
  const { time_ms, lat_deg, lon_deg, sog_mps, cog_deg } = views;
  // Views into the whole file would keep all of its columns in memory.
  return {
    facts,
    time_ms: time_ms.slice(),
    lat_deg: lat_deg.slice(),
    lon_deg: lon_deg.slice(),
    sog_mps: sog_mps.slice(),
    cog_deg: cog_deg.slice(),
  };
}

/**
 * The sessions of a track's sailor in the same class before it that the viewer may see, the last first. Others would
 * reveal private tracks.
 */
async function earlierSessions(
  { db }: Pick<AppContext, "db">,
  viewer: Viewer,
  track: Pick<TrackRow, "id" | "user_id" | "boat_name" | "start_time">,
): Promise<SessionSummary[]> {
  if (!track.start_time) return [];
  const rows = await db
    .selectFrom("track_facts")
    .innerJoin("tracks", "tracks.id", "track_facts.track_id")
    .select("track_facts.session")
    .where("track_facts.user_id", "=", track.user_id)
    .where("tracks.boat_name", "=", track.boat_name)
    .where("tracks.id", "<>", track.id)
    .whereRef("track_facts.result_key", "=", "tracks.result_key")
    .where("track_facts.start_time", "<", track.start_time)
    .where("track_facts.start_time", ">=", sql<Date>`${track.start_time}::timestamptz - interval '1 year'`)
    .where("track_facts.session", "is not", null)
    .where(openTo(viewer))
    .where(isBoatOfItsOwn)
    .orderBy("track_facts.start_time", "desc")
    .limit(LIMITS.debrief_sessions)
    .execute();
  return rows.flatMap(({ session }) => session ?? []);
}
