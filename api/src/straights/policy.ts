import type { Viewer } from "../auth/viewer.ts";
import { isAdministrator } from "../tracks/policy.ts";

/**
 * An analysis belongs to who made it. Everybody who may view its track may view it (a coach opens an athlete's, a link in
 * a journal works) and make one of their own; it is renamed and deleted by its maker and administrators.
 */
export function canEdit(viewer: Viewer, analysis: { user_id: number }): boolean {
  return analysis.user_id === viewer.id || isAdministrator(viewer);
}
