import type { SessionSummary } from "@leebow/core/node";
import { sql } from "kysely";
import { openTo, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { isBoatOfItsOwn } from "../tracks/own-boat.ts";

/**
 * The sessions of a track's sailor in the same class before it that the viewer may see, the last first. Others would
 * reveal private tracks.
 */
export async function earlierSessions(
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
