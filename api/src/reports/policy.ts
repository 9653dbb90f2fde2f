import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { isTeammate } from "../teams/queries.ts";
import { isAdministrator } from "../tracks/policy.ts";

/**
 * Whether the viewer may read the reports of a user: their own, as an administrator those of every user, and with the
 * feature coach_tools those of the coaches and athletes of the viewer's teams. Reports count the tracks visible to the
 * viewer alone, whoever they are about.
 */
export async function canViewReportsOf(db: Db, viewer: Viewer, user_id: number): Promise<boolean> {
  if (viewer.id === user_id || isAdministrator(viewer)) return true;
  return (viewer.enabled_features as string[]).includes("coach_tools") && isTeammate(db, viewer.id, user_id);
}
