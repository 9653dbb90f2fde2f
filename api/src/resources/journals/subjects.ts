import { seesRace, tracksOfRaces, visiblePart } from "../../access/race.ts";
import { visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { raceMap, shownPlace } from "../races/present.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import { type JournalRow, type Reader, viewerOf } from "./queries.ts";
import type { JournalSubject } from "./schema.ts";

type Context = { db: Db; storage: Storage };

/**
 * What the entries of a page are about, by the id of the entry: their tracks and races that the reader may view. None for
 * the holder of a share link, whose page shows the race itself. Three queries, whatever the number of entries.
 */
export async function subjectsOf(
  context: Context,
  reader: Reader,
  rows: readonly JournalRow[],
): Promise<Map<number, JournalSubject>> {
  const subjects = new Map<number, JournalSubject>();
  const viewer = viewerOf(reader);
  if (!viewer) return subjects;
  const tracks = await trackSubjects(context, viewer, rows);
  const races = await raceSubjects(context, viewer, rows);
  for (const { id, track_id, race_id } of rows) {
    const subject = tracks.get(track_id ?? 0) ?? races.get(race_id ?? 0);
    if (subject) subjects.set(id, subject);
  }
  return subjects;
}

async function trackSubjects({ db, storage }: Context, reader: Viewer, rows: readonly JournalRow[]) {
  const ids = rows.flatMap(({ track_id }) => track_id ?? []);
  if (ids.length === 0) return new Map<number, JournalSubject>();
  const found = await db
    .selectFrom("tracks")
    .innerJoin("users", "users.id", "tracks.user_id")
    .select(["tracks.id", "tracks.boat_name", "tracks.start_time", "tracks.end_time", "tracks.tz", "tracks.location"])
    .select(["tracks.result_key", "users.first_name", "users.last_name"])
    .where("tracks.id", "in", ids)
    .where(visibleTo(reader))
    .execute();
  const map = (key: string | null, file: string) => key && storage.signedPath(`${key}/${file}`, { user_id: reader.id });
  return new Map(
    found.map((track): [number, JournalSubject] => [
      track.id,
      {
        name: `${track.first_name} ${track.last_name}`.trim(),
        boat_name: track.boat_name,
        start_time: track.start_time?.toISOString() ?? null,
        end_time: track.end_time?.toISOString() ?? null,
        tz: track.tz,
        location: track.location,
        static_map: map(track.result_key, RESULT_FILES.map_light),
        static_map_dark: map(track.result_key, RESULT_FILES.map_dark),
      },
    ]),
  );
}

async function raceSubjects({ db, storage }: Context, reader: Viewer, rows: readonly JournalRow[]) {
  const ids = rows.flatMap(({ race_id }) => race_id ?? []);
  const subjects = new Map<number, JournalSubject>();
  if (ids.length === 0) return subjects;
  const races = await db.selectFrom("races").selectAll().where("id", "in", ids).execute();
  const all = await tracksOfRaces(db, ids, reader);
  for (const race of races) {
    const of_race = all.filter(({ race_id }) => race_id === race.id);
    const shown = visiblePart(race, of_race);
    const { tracks } = shown;
    if (!seesRace(reader, shown)) continue;
    subjects.set(race.id, {
      name: race.name,
      boat_name: null,
      end_time: null,
      ...shownPlace(tracks),
      static_map: raceMap(shown, reader, storage, "map_light"),
      static_map_dark: raceMap(shown, reader, storage, "map_dark"),
    });
  }
  return subjects;
}
