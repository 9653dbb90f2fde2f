import type { Viewer } from "../auth/viewer.ts";
import { isAdministrator } from "../tracks/policy.ts";
import type { RaceCan } from "./schema.ts";

export function canCreateRace(viewer: Viewer): boolean {
  return isAdministrator(viewer) || (viewer.enabled_features as string[]).includes("coach_tools");
}

/** Whether the viewer may rename or delete a race, change its tracks and revoke its link. */
export function managesRace(viewer: Viewer | null, race: { user_id: number }): boolean {
  return viewer !== null && (race.user_id === viewer.id || isAdministrator(viewer));
}

/**
 * What a viewer may do with a race that is visible to him. Whoever views every track of it may pass its link on; the link
 * would else show others, and himself, tracks that he may not view.
 */
export function raceCan(viewer: Viewer | null, race: { user_id: number }, sees_all_tracks: boolean): RaceCan {
  const isManager = managesRace(viewer, race);
  return {
    edit: isManager,
    share: isManager || (viewer !== null && sees_all_tracks),
    revoke_share: isManager,
    delete: isManager,
  };
}
