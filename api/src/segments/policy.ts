import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { isAdministrator } from "../tracks/policy.ts";

/**
 * Whether the viewer may give the segments of a track tags: its owner, the coaches of the owner's teams, and role 1. A
 * tag belongs to the user who made it and is shown to no one else, so that taking an own tag away needs no more than
 * viewing the track. Adding a segment is a correction of the track (`trackCan().correct`).
 */
export async function canTag(db: Db, viewer: Viewer, track: { user_id: number }): Promise<boolean> {
  if (track.user_id === viewer.id || isAdministrator(viewer)) return true;
  const shared_team = await db
    .selectFrom("team_members as me")
    .innerJoin("team_members as owner", "owner.team_id", "me.team_id")
    .select("me.team_id")
    .where("me.user_id", "=", viewer.id)
    .where("me.role", "=", "COACH")
    .where("owner.user_id", "=", track.user_id)
    .limit(1)
    .executeTakeFirst();
  return shared_team !== undefined;
}
