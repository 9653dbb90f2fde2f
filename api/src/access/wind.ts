import type { Selectable } from "kysely";
import type { AppContext } from "../platform/context.ts";
import type { Db } from "../platform/db/open.ts";
import type { Database } from "../platform/db/schema.ts";
import { notFound } from "../platform/http/errors.ts";
import { isAdministrator, type Viewer } from "../platform/http/viewer.ts";
import { isCoachOf, trackCan, visibleTo } from "./track.ts";

/**
 * Wind files are viewed by their owner, by administrators, and by those who may view a track the file is attached to
 * (queries.ts), because the track's report shows the file's reports. Only owner and administrators change them.
 */
export function windFileCan(viewer: Viewer, file: { user_id: number }) {
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

export type WindFileRow = Selectable<Database["wind_files"]>;

/** The wind file, if it is the viewer's or attached to a track the viewer may view, or the viewer is an administrator. */
export function findVisibleWindFile(db: Db, viewer: Viewer, id: number): Promise<WindFileRow | undefined> {
  return db
    .selectFrom("wind_files")
    .selectAll()
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb.lit(isAdministrator(viewer)),
        eb("user_id", "=", viewer.id),
        eb.exists(
          eb
            .selectFrom("tracks")
            .select("tracks.id")
            .whereRef("tracks.wind_file_id", "=", "wind_files.id")
            .where(visibleTo(viewer)),
        ),
      ]),
    )
    .executeTakeFirst();
}
