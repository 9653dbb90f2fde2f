import type { Viewer } from "../auth/viewer.ts";
import { isAdministrator } from "../tracks/policy.ts";
import type { RaceCan } from "./schema.ts";
import type { RaceTrackRow } from "./track-queries.ts";

export function canCreateRace(viewer: Viewer): boolean {
  return isAdministrator(viewer) || (viewer.enabled_features as string[]).includes("coach_tools");
}

/** Whether the viewer may rename or delete a race, change its tracks and revoke its link. */
export function managesRace(viewer: Viewer | null, race: { user_id: number }): boolean {
  return viewer !== null && (race.user_id === viewer.id || isAdministrator(viewer));
}

/**
 * Whether the share link of a race shows a track: its owner has made it PUBLIC, or has agreed; and the race's coach may
 * view it, so that a track which its owner withdraws from the coach is withdrawn from the link.
 */
export function isInLink(track: Pick<RaceTrackRow, "permissions" | "consent" | "is_coachs">): boolean {
  return track.is_coachs && (track.permissions === "PUBLIC" || track.consent === "agreed");
}

/**
 * What a viewer may do with a race that is visible to him. Who views every track of it may pass its link on; the link
 * could else show him tracks that he may not view. It shows others what `isInLink` says.
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
