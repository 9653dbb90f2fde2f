import type { Db } from "../platform/db/open.ts";
import { isAdministrator, type Viewer } from "../platform/http/viewer.ts";
import { isCoachOf } from "./track.ts";

/**
 * Whether the viewer may give the segments of a track tags: its owner, the coaches of the owner's teams, and role 1. A
 * tag belongs to the user who made it and is shown to no one else, so that taking an own tag away needs no more than
 * viewing the track. Adding a segment is a correction of the track (`trackCan().correct`).
 */
export async function canTag(db: Db, viewer: Viewer, track: { user_id: number }): Promise<boolean> {
  return track.user_id === viewer.id || isAdministrator(viewer) || (await isCoachOf(db, viewer.id, track.user_id));
}
