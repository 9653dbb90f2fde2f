import type { AppContext } from "../platform/context.ts";
import type { Db } from "../platform/db/open.ts";
import { notFound } from "../platform/http/errors.ts";
import type { Viewer } from "../platform/http/viewer.ts";
import { findVisibleWindFile, type WindFileRow } from "../resources/wind/queries.ts";
import type { WindFileCan } from "../resources/wind/schema.ts";
import { isAdministrator, isCoachOf, trackCan } from "./track.ts";

/**
 * Wind files are viewed by their owner, by administrators, and by those who may view a track the file is attached to
 * (queries.ts), because the track's report shows the file's reports. Only owner and administrators change them.
 */
export function windFileCan(viewer: Viewer, file: { user_id: number }): WindFileCan {
  return { change: file.user_id === viewer.id || isAdministrator(viewer) };
}

/**
 * Whether the viewer may say which wind a visible track has been sailed in. The specification is silent on it; besides
 * those who may edit the track, coaches of a team of its owner may: the wind is usually logged on the coach's boat.
 */
export async function canChangeWind(db: Db, viewer: Viewer, track: { user_id: number }): Promise<boolean> {
  return trackCan(viewer, track).edit || (await isCoachOf(db, viewer.id, track.user_id));
}

/** The wind file of this id. Throws 404 also when it exists and the viewer may not view it. */
export async function visibleWindFile({ db }: AppContext, viewer: Viewer, id: number): Promise<WindFileRow> {
  const file = await findVisibleWindFile(db, viewer, id);
  if (!file) throw notFound("This wind file");
  return file;
}
