import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../platform/db/schema.ts";
import { isAdministrator, type Viewer } from "../platform/http/viewer.ts";
import { raceVisibleTo } from "./race.ts";
import { anyOf, closedTo, showTracksTo, teammatesOf, visibleTo } from "./track.ts";

type Predicate = (eb: ExpressionBuilder<Database, "journals">) => Expression<SqlBool>;

/**
 * The entries a viewer may read, as a condition on rows of `journals`: the viewer's own, those about a track that the
 * viewer may view, those about a race that the viewer may view (access/race.ts), and those about neither like a
 * PRIVATE track of their author, but for those that were hidden from others (`notHiddenFrom`). Role 1 reads all. Replies,
 * photos and the regatta report are read with their entry. The holder of a race's share link reads the entries about that
 * race, and nothing else: those of people the link shows (`peopleInLink`). Each entry's track and race are looked up by
 * subqueries with one value: PostgreSQL may instead run one with `exists` for all tracks at once.
 */
export function readableBy(viewer: Viewer): Predicate {
  return (eb) =>
    isAdministrator(viewer) ? eb.lit(true) : eb.and([isAboutVisible(viewer)(eb), notHiddenFrom(viewer, "journals")]);
}

/** The viewer's own, and those about what the viewer may view. */
function isAboutVisible(viewer: Viewer): Predicate {
  return (eb) =>
    eb.or([
      eb("journals.author_id", "=", viewer.id),
      eb
        .selectFrom("tracks")
        .select((track) => sql<SqlBool>`${visibleTo(viewer)(track)}`.as("is_visible"))
        .whereRef("tracks.id", "=", "journals.track_id"),
      raceOf(eb).select((race) => sql<SqlBool>`${raceVisibleTo(viewer)(race)}`.as("is_visible")),
      eb.and([
        eb("journals.track_id", "is", null),
        eb("journals.race_id", "is", null),
        eb("journals.author_id", "=", anyOf(showTracksTo(viewer.id))),
      ]),
    ]);
}

/** Whose track or race an entry is about: its owner, its coach; null for neither. */
export const subjectOwner = sql<number | null>`coalesce(
  (select user_id from tracks where tracks.id = journals.track_id),
  (select user_id from races where races.id = journals.race_id))`;

/**
 * Entries, or replies to an entry, that the reader sees though they may be hidden: everybody those that are not, and the
 * author, users who may hide them (`canHide`) and role 1 all. Null: the holder of a share link.
 */
export function notHiddenFrom(viewer: Viewer | null, table: "journals" | "journal_replies") {
  if (viewer && isAdministrator(viewer)) return sql<SqlBool>`true`;
  const is_shown = sql`${sql.ref(`${table}.hidden_at`)} is null`;
  if (!viewer) return sql<SqlBool>`${is_shown}`;
  return sql<SqlBool>`(${is_shown} or ${sql.ref(`${table}.author_id`)} = ${viewer.id} or ${subjectOwner} = ${viewer.id})`;
}

/** Those of them whose text the viewer reads: an administrator not those of others about a track that needs a reason first. */
export function openFor(viewer: Viewer): Predicate {
  if (!isAdministrator(viewer)) return readableBy(viewer);
  return (eb) => {
    const track = eb.selectFrom("tracks").select("tracks.id").whereRef("tracks.id", "=", "journals.track_id");
    return eb.or([eb("journals.author_id", "=", viewer.id), eb.not(eb.exists(track.where(closedTo(viewer))))]);
  };
}

/** The race of an entry. */
function raceOf(eb: ExpressionBuilder<Database, "journals">) {
  return eb.selectFrom("races").whereRef("races.id", "=", "journals.race_id");
}

/**
 * What the viewer's journal lists, of the readable entries: those by members of the viewer's teams (the viewer among
 * them), and those by anybody about the viewer's tracks and races.
 */
export function listedFor(viewer: Viewer): Predicate {
  return (eb) => {
    const entries = eb.selectFrom("journals as listed").select("listed.id");
    const own_tracks = eb.selectFrom("tracks").select("tracks.id").where("tracks.user_id", "=", viewer.id);
    const own_races = eb.selectFrom("races").select("races.id").where("races.user_id", "=", viewer.id);
    const ids = entries
      .where("listed.author_id", "=", anyOf(teammatesOf(viewer.id)))
      .union(entries.where("listed.track_id", "=", anyOf(own_tracks)))
      .union(entries.where("listed.race_id", "=", anyOf(own_races)));
    return eb("journals.id", "=", anyOf(ids));
  };
}

/** Entries and replies are changed by their author and by role 1. Without a viewer (a share link) nobody may. */
export function canChange(viewer: Viewer | null, row: { author_id: number }): boolean {
  return viewer !== null && (row.author_id === viewer.id || isAdministrator(viewer));
}

/** Who may hide from others what somebody wrote about a track or a race: its owner, its coach. Authors delete theirs. */
export function canHide(viewer: Viewer | null, subject_owner: number | null, row: { author_id: number }): boolean {
  return viewer !== null && subject_owner === viewer.id && row.author_id !== viewer.id;
}

/** Boat classes whose tracks have kite notes. */
export const hasKiteNotes = (boat_class: string) => boat_class.toLowerCase().includes("kite");
