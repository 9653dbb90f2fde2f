import type { Viewer } from "../auth/viewer.ts";
import type { TrackCan, TrackMode } from "./schema.ts";

const ADMINISTRATOR = 1;
const COACH = 2;

export const isAdministrator = (viewer: Pick<Viewer, "role">) => viewer.role === ADMINISTRATOR;

/** What a viewer may do with a track that is visible to him (visibility.ts); the answers carry it. */
export function trackCan(viewer: Viewer, track: { user_id: number }): TrackCan {
  const isOwner = track.user_id === viewer.id;
  const isCoach = viewer.role === COACH || (viewer.enabled_features as string[]).includes("coach_tools");
  const isTrusted = isOwner || isAdministrator(viewer);
  return {
    edit: isTrusted,
    // The owner alone decides who sees a track.
    change_visibility: isOwner,
    correct: isTrusted,
    download_source: isTrusted || isCoach,
    delete: isTrusted,
  };
}

export function canList(viewer: Viewer, mode: TrackMode): boolean {
  return mode !== "all" || isAdministrator(viewer);
}
