import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Database } from "../database/schema.ts";
import { isAdministrator } from "../tracks/policy.ts";
import { showTracksTo, teammatesOf, visibleTo } from "../tracks/visibility.ts";

type Predicate = (eb: ExpressionBuilder<Database, "journals">) => Expression<SqlBool>;

/**
 * The entries a viewer may read, as a condition on rows of `journals`: the viewer's own, those about a track that the
 * viewer may view, and those about neither track nor race like a PRIVATE track of their author. Role 1 reads all.
 * Replies, photos and the regatta report are read with their entry.
 */
export function readableBy(viewer: Viewer): Predicate {
  return (eb) =>
    isAdministrator(viewer)
      ? eb.lit(true)
      : eb.or([
          eb("journals.author_id", "=", viewer.id),
          eb.exists(
            eb
              .selectFrom("tracks")
              .select("tracks.id")
              .whereRef("tracks.id", "=", "journals.track_id")
              .where(visibleTo(viewer)),
          ),
          eb.and([
            eb("journals.track_id", "is", null),
            eb("journals.race_id", "is", null),
            eb("journals.author_id", "in", showTracksTo(viewer.id)),
          ]),
        ]);
}

/**
 * What the viewer's journal lists, of the readable entries: those by members of the viewer's teams (the viewer among
 * them), and those by anybody about the viewer's tracks.
 */
export function listedFor(viewer: Viewer): Predicate {
  return (eb) =>
    eb(
      "journals.id",
      "in",
      eb
        .selectFrom("journals as by_mates")
        .select("by_mates.id")
        .where("by_mates.author_id", "in", teammatesOf(viewer.id))
        .union(
          eb
            .selectFrom("journals as on_own")
            .innerJoin("tracks as own", "own.id", "on_own.track_id")
            .select("on_own.id")
            .where("own.user_id", "=", viewer.id),
        ),
    );
}

/** Entries and replies are changed by their author and by role 1. Without a viewer (a share link) nobody may. */
export function canChange(viewer: Viewer | null, row: { author_id: number }): boolean {
  return viewer !== null && (row.author_id === viewer.id || isAdministrator(viewer));
}

/** Boat classes whose tracks have kite notes. */
export const hasKiteNotes = (boat_class: string) => boat_class.toLowerCase().includes("kite");
