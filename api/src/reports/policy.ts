import type { Viewer } from "../auth/viewer.ts";

/** Whether the viewer may read the reports of a user: their own, and as an administrator those of every user. */
export function canViewReportsOf(viewer: Viewer, user_id: number): boolean {
  return viewer.id === user_id || viewer.role === 1;
}
