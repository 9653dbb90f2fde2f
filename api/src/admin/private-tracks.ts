import { sql } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { LIMITS } from "../limits.ts";
import { isAdministrator } from "../tracks/policy.ts";
import { showTracksTo } from "../tracks/visibility.ts";

export const REASON_REQUIRED = "This track is private. Give the reason to look at it: the audit keeps it.";

/**
 * Whether an administrator has to give a reason first: the track is private, nobody but the role shows it to the viewer,
 * and the audit has no line of the last hours in which the viewer opened it.
 */
export async function needsReason(
  db: Db,
  viewer: Viewer,
  track: { id: number; user_id: number; permissions: string },
): Promise<boolean> {
  if (!isAdministrator(viewer) || track.permissions === "PUBLIC" || track.user_id === viewer.id) return false;
  const { rows } = await sql<{ needed: boolean }>`
    select ${track.user_id}::integer not in ${showTracksTo(viewer.id)} and not exists (
      select from audit_log where actor_id = ${viewer.id}::integer and action = 'open_track'
        and track_id = ${track.id}::integer and at > now() - make_interval(secs => ${LIMITS.opened_track_s}::integer)
    ) as needed`.execute(db);
  return rows[0]!.needed;
}
