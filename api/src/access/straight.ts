import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Database } from "../platform/db/schema.ts";
import { isAdministrator, type Viewer } from "../platform/http/viewer.ts";
import { readableBy } from "./journal.ts";

type Predicate = (eb: ExpressionBuilder<Database, "straight_analyses" | "tracks">) => Expression<SqlBool>;

/**
 * The analyses of a track visible to the viewer that he may know of: his own, those of the track's sailor (a coach opens an
 * athlete's), and those that an entry he may read refers to (a link in a journal works). The sailor and administrators know
 * of all. Others' are named neither in a list nor by their ids, which can be counted through. An analysis is renamed and
 * deleted by its maker and administrators.
 */
export function shownTo(viewer: Viewer): Predicate {
  return (eb) =>
    eb.or([
      ...(isAdministrator(viewer) ? [eb.lit(true)] : []),
      eb("tracks.user_id", "=", viewer.id),
      eb("straight_analyses.user_id", "=", viewer.id),
      eb("straight_analyses.user_id", "=", eb.ref("tracks.user_id")),
      eb.exists(
        eb
          .selectFrom("journals")
          .select("journals.id")
          // An entry refers to an analysis of its own track; by the track it is found in an index.
          .whereRef("journals.track_id", "=", "straight_analyses.track_id")
          .whereRef("journals.straight_analysis_id", "=", "straight_analyses.id")
          .where((entry) => readableBy(viewer)(entry)),
      ),
    ]);
}

export function canEdit(viewer: Viewer, analysis: { user_id: number }): boolean {
  return analysis.user_id === viewer.id || isAdministrator(viewer);
}
