import type { Viewer } from "../auth/viewer.ts";
import { forbidden } from "../http/errors.ts";
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

const HIDDEN_TRACKS = "Some tracks of this race are not shared with you. Ask its coach for the link.";
const REVOKED = "The link of this race was ended. Ask its coach for a new one.";

/** What the rights about a race depend on. */
interface RightsOf {
  race: { user_id: number; share_id: string | null; share_revoked: boolean };
  tracks: readonly { user_id: number }[];
  sees_all_tracks: boolean;
}

/**
 * What a viewer may do with a race that is visible to him. Who views every track of it may pass its link on; the link
 * could else show him tracks that he may not view. It shows others what `isInLink` says. A link that was revoked is made
 * again by those alone who may revoke it. Whose track is in a race of another may take it out.
 */
export function raceCan(viewer: Viewer | null, { race, tracks, sees_all_tracks }: RightsOf): RaceCan {
  const isManager = managesRace(viewer, race);
  const hasLink = race.share_id !== null || !race.share_revoked;
  return {
    edit: isManager,
    share: isManager || (viewer !== null && sees_all_tracks && hasLink),
    revoke_share: isManager,
    delete: isManager,
    leave: viewer !== null && race.user_id !== viewer.id && tracks.some(({ user_id }) => user_id === viewer.id),
  };
}

/** Throws 403, which says why, unless the viewer may pass on the link of a race that is visible to him. */
export function requireSharing(viewer: Viewer, found: RightsOf): void {
  if (!raceCan(viewer, found).share) throw forbidden(found.sees_all_tracks ? REVOKED : HIDDEN_TRACKS);
}
