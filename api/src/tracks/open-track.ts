import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { closedTo, REASON_REQUIRED } from "../admin/private-tracks.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { detailError, notFound } from "../http/errors.ts";
import { type TrackRow, tracksWithOwner } from "./queries.ts";
import { visibleTo } from "./visibility.ts";

interface Opening {
  context: { db: Db };
  viewer: Viewer;
  params: { id: number };
}

/**
 * The track of this id, for a call that shows or changes what it holds. The only way to open a track for a viewer. Throws
 * 404 also when it exists and the viewer may not view it, and 409 when an administrator has given no reason to look at a
 * private one. `what` the 404 names: a part of the track, where the call is about one.
 */
export async function openTrack({ context, viewer, params }: Opening, what = "This track"): Promise<TrackRow> {
  const found = await findVisible(context.db, viewer, { id: params.id });
  if (!found) throw notFound(what);
  if (found.is_closed) throw detailError("reason_required", REASON_REQUIRED);
  return found;
}

/** The same track, or that of a recording; undefined where {@link openTrack} throws. */
export async function findOpenTrack(db: Db, viewer: Viewer, by: TrackKey): Promise<TrackRow | undefined> {
  const found = await findVisible(db, viewer, by);
  return found?.is_closed ? undefined : found;
}

/** The tracks that {@link openTrack} opens, as a condition on rows of `tracks`. */
export function openTo(viewer: Viewer) {
  return (eb: ExpressionBuilder<Database, "tracks">): Expression<SqlBool> =>
    eb.and([visibleTo(viewer)(eb), eb.not(closedTo(viewer)(eb))]);
}

type TrackKey = { id: number } | { source_key: string };

function findVisible(db: Db, viewer: Viewer, by: TrackKey) {
  const [column, value] =
    "id" in by ? (["tracks.id", by.id] as const) : (["tracks.source_key", by.source_key] as const);
  return tracksWithOwner(db)
    .select((eb) => sql<boolean>`${closedTo(viewer)(eb)}`.as("is_closed"))
    .where(column, "=", value)
    .where(visibleTo(viewer))
    .executeTakeFirst();
}
