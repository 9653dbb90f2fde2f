/** What a user may do with a track. The server decides; this keeps what it would refuse out of the menu. */
import type { Track } from "@leebow/api/contract";

const ADMINISTRATOR = 1;
const COACH = 2;

interface Viewer {
  id: number;
  role: number | null;
  enabled_features: readonly string[];
}
type Owned = Pick<Track, "user">;

export const owns = (viewer: Viewer, track: Owned): boolean => viewer.id === track.user;
export const canEdit = (viewer: Viewer, track: Owned): boolean => owns(viewer, track) || viewer.role === ADMINISTRATOR;
export const canChangeVisibility = owns;
export const canViewAll = (viewer: Viewer): boolean => viewer.role === ADMINISTRATOR;

export const canDownloadSource = (viewer: Viewer, track: Owned): boolean =>
  owns(viewer, track) ||
  viewer.role === ADMINISTRATOR ||
  viewer.role === COACH ||
  viewer.enabled_features.includes("coach_tools");
