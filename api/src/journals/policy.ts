import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Database } from "../database/schema.ts";
import { isAdministrator } from "../tracks/policy.ts";
import { showTracksTo, teammatesOf, visibleTo } from "../tracks/visibility.ts";

type Predicate = (eb: ExpressionBuilder<Database, "journals">) => Expression<SqlBool>;

/**
 * The entries a viewer may read, as a condition on rows of `journals`: the viewer's own, those about a track that the
 * viewer may view, those about a race that the viewer may view (races/visible-race.ts), and those about neither like a
 * PRIVATE track of their author. Role 1 reads all. Replies, photos and the regatta report are read with their entry. The
 * holder of a race's share link reads the entries about that race, and nothing else.
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
          eb.exists(
            raceOf(eb).where((race) => race.or([race("races.user_id", "=", viewer.id), showsTrackTo(race, viewer)])),
          ),
          eb.and([
            eb("journals.track_id", "is", null),
            eb("journals.race_id", "is", null),
            eb("journals.author_id", "in", showTracksTo(viewer.id)),
          ]),
        ]);
}

/** The race of an entry. */
function raceOf(eb: ExpressionBuilder<Database, "journals">) {
  return eb.selectFrom("races").select("races.id").whereRef("races.id", "=", "journals.race_id");
}

/** Whether one of the race's tracks is visible to the viewer. */
function showsTrackTo(eb: ExpressionBuilder<Database, "journals" | "races">, viewer: Viewer) {
  return eb.exists(
    eb
      .selectFrom("race_tracks")
      .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
      .select("race_tracks.track_id")
      .whereRef("race_tracks.race_id", "=", "races.id")
      .where(visibleTo(viewer)),
  );
}

/**
 * What the viewer's journal lists, of the readable entries: those by members of the viewer's teams (the viewer among
 * them), and those by anybody about the viewer's tracks and races.
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
        )
        .union(
          eb
            .selectFrom("journals as on_race")
            .innerJoin("races as own_race", "own_race.id", "on_race.race_id")
            .select("on_race.id")
            .where("own_race.user_id", "=", viewer.id),
        ),
    );
}

/** Entries and replies are changed by their author and by role 1. Without a viewer (a share link) nobody may. */
export function canChange(viewer: Viewer | null, row: { author_id: number }): boolean {
  return viewer !== null && (row.author_id === viewer.id || isAdministrator(viewer));
}

/** Boat classes whose tracks have kite notes. */
export const hasKiteNotes = (boat_class: string) => boat_class.toLowerCase().includes("kite");
