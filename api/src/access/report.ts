import type { Db } from "../platform/db/open.ts";
import { isAdministrator, type Viewer } from "../platform/http/viewer.ts";
import { hasCoachTools, isTeammate } from "./team.ts";

/**
 * Whether the viewer may read the reports of a user: their own, as an administrator those of every user, and with the
 * feature coach_tools those of the coaches and athletes of the viewer's teams. Reports count the tracks visible to the
 * viewer alone, whoever they are about.
 */
export async function canViewReportsOf(db: Db, viewer: Viewer, user_id: number): Promise<boolean> {
  if (viewer.id === user_id || isAdministrator(viewer)) return true;
  return hasCoachTools(viewer) && isTeammate(db, viewer.id, user_id);
}

/**
 * A team whose reports the viewer may read: every one for an administrator, and with the feature coach_tools those that
 * the viewer is a member of. Null of others, and without such a team.
 */
export async function findTeamOfReports(db: Db, viewer: Viewer, team_id: number) {
  if (!isAdministrator(viewer) && !hasCoachTools(viewer)) return null;
  const own = db.selectFrom("active_members").select("team_id").where("user_id", "=", viewer.id);
  const team = await db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("id", "=", team_id)
    .$if(!isAdministrator(viewer), (query) => query.where("id", "in", own))
    .executeTakeFirst();
  return team ?? null;
}
