import type { Viewer } from "../auth/viewer.ts";

/** Whose numbers a person may ask for: the own ones; those of others are for administrators, until there are teams. */
export function canViewReportsOf(viewer: Viewer, user_id: number): boolean {
  return viewer.id === user_id || viewer.role === 1;
}
