import type { Viewer } from "../auth/viewer.ts";
import type { TrackCan, TrackMode } from "./schema.ts";

const ADMINISTRATOR = 1;
const COACH = 2;

type Roled = Pick<Viewer, "role" | "email_verified">;

/** A role is given to an address: it counts once the address is confirmed. */
const hasRole = (viewer: Roled, role: number) => viewer.role === role && viewer.email_verified;
export const isAdministrator = (viewer: Roled) => hasRole(viewer, ADMINISTRATOR);

/** What a viewer may do with a track that is visible to him (visibility.ts); the answers carry it. */
export function trackCan(viewer: Viewer, track: { user_id: number }): TrackCan {
  const isOwner = track.user_id === viewer.id;
  const isCoach = hasRole(viewer, COACH) || (viewer.enabled_features as string[]).includes("coach_tools");
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
