import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Database } from "../database/schema.ts";
import { isAdministrator } from "./policy.ts";
import type { TrackMode } from "./schema.ts";

type Predicate = (eb: ExpressionBuilder<Database, "tracks">) => Expression<SqlBool>;

/**
 * The tracks a viewer may view, as a condition on rows of `tracks`: PUBLIC ones, the viewer's own, and every one for
 * role 1. The only rule of visibility: viewing, listing, counting, downloading and reports all use it.
 */
export function visibleTo(viewer: Viewer): Predicate {
  return (eb) =>
    eb.or([
      ...(isAdministrator(viewer) ? [eb.lit(true)] : []),
      eb("tracks.permissions", "=", "PUBLIC"),
      eb("tracks.user_id", "=", viewer.id),
      ...SHARES.map((share) => share(eb, viewer)),
    ]);
}

/** Further ways to share a PRIVATE track: through teams and share links, once these exist. */
const SHARES: readonly ((eb: ExpressionBuilder<Database, "tracks">, viewer: Viewer) => Expression<SqlBool>)[] = [];

/** What a list of this mode is about, of the tracks visible to the viewer. */
export function listed(viewer: Viewer, mode: TrackMode): Predicate {
  return (eb) => {
    const visible = visibleTo(viewer)(eb);
    if (mode === "all") return visible;
    // A team has one member, the viewer, until there are teams.
    return eb.and([visible, eb("tracks.user_id", "=", viewer.id)]);
  };
}
