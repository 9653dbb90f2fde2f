/**
 * What the demonstration account shows beside its recordings: a team, a race with wind reports, journal entries with a
 * reply and a photo, regatta reports, and straight-line analyses with tags. The functions are those of the product's
 * calls, so that the same rules apply. Each part is made where the account has nothing of its kind.
 */

import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { insertUserTag, linkTag } from "../segments/queries.ts";
import { findAnalysisOf, insertAnalysis } from "../straights/queries.ts";
import { countTeamsOf, insertMember, insertTeam } from "../teams/queries.ts";
import { DEFAULT_TAG_COLOR } from "../tracks/user-tag-schema.ts";
import { type DemoTrack, writeJournal } from "./journal.ts";
import { COACH, personId } from "./people.ts";
import { finishOrder, makeRace } from "./race.ts";
import { type DemoRecording, placeOf } from "./sessions.ts";

const TEAM = "Leebow Sailing Team";

/** Makes what is missing; resolves when it is stored. `crew` is by boat, the demo account first. */
export async function seedDemoContent(
  context: AppContext,
  crew: readonly number[],
  recordings: readonly DemoRecording[],
): Promise<void> {
  const { db } = context;
  const user_id = crew[0]!;
  const coach_id = await personId(context, COACH);
  if ((await countTeamsOf(db, user_id)) === 0) await makeTeam(db, crew, coach_id);
  const race_id = await makeRace(context, crew, recordings);
  const tracks = await analyzedTracks(db, user_id, recordings);
  const analyzed = tracks.find(({ boat_name }) => boat_name === "J70") ?? tracks[0];
  if (!analyzed) return;
  const raced = tracks.find(({ file_name }) => placeOf(file_name).includes("Race"));
  const analysis_id = await analysisWithTags(db, user_id, analyzed.id, "Upwind in the chop");
  if (raced) await analysisWithTags(db, user_id, raced.id, "First beats of the race");
  if (await hasEntriesOn(db, user_id, tracks)) return;
  const viewer = (await findUser(db, user_id))!;
  await writeJournal(context, viewer, {
    ...{ tracks, analyzed, analysis_id, race_id, raced, crew, coach_id },
    finish_order: finishOrder(recordings),
  });
}

function makeTeam(db: Db, crew: readonly number[], coach_id: number): Promise<void> {
  const [creator, ...sailors] = crew;
  return db.transaction().execute(async (trx) => {
    const team = await insertTeam(trx, TEAM, null, creator!);
    await insertMember(trx, team, coach_id, "COACH", true);
    for (const sailor of sailors) await insertMember(trx, team, sailor, "ATHLETE", true);
  });
}

/** The user's tracks of these recordings that have results, oldest first. */
async function analyzedTracks(
  db: Db,
  user_id: number,
  recordings: readonly DemoRecording[],
): Promise<(DemoTrack & { file_name: string })[]> {
  const names = recordings.map(({ file_name }) => file_name);
  const rows = await db
    .selectFrom("tracks")
    .select(["id", "boat_name", "file_name", "local_date", "end_time"])
    .where("user_id", "=", user_id)
    .where("file_name", "in", names)
    .where("result_key", "is not", null)
    .orderBy("start_time")
    .execute();
  return rows.flatMap(({ local_date, end_time, ...track }) =>
    local_date && end_time ? [{ ...track, end_time, day: dayText(local_date) }] : [],
  );
}

const dayText = (date: Date | string): string => (typeof date === "string" ? date : date.toISOString()).slice(0, 10);

const STRAIGHTS = 8;

/** The id of the analysis of the first straights of a track, three in four of them tagged. */
async function analysisWithTags(db: Db, user_id: number, track_id: number, name: string): Promise<number | null> {
  const segments = await db
    .selectFrom("segments")
    .select("id")
    .where("track_id", "=", track_id)
    .where("kind", "=", "straight")
    .where("position", "is not", null)
    .orderBy("position")
    .limit(STRAIGHTS)
    .execute();
  const segment_ids = segments.map(({ id }) => id);
  if (segment_ids.length === 0) return null;
  return db.transaction().execute(async (trx) => {
    const made = await insertAnalysis(trx, { user_id, track_id, name, segment_ids });
    if (made === null) return findAnalysisOf(trx, user_id, track_id, segment_ids);
    const chop = await insertUserTag(trx, user_id, "tuned for chop", DEFAULT_TAG_COLOR);
    const air = await insertUserTag(trx, user_id, "clear air", DEFAULT_TAG_COLOR);
    for (const [at, id] of segment_ids.entries())
      if (at % 4 < 3) await linkTag(trx, id, at % 2 === 0 ? chop.id : air.id);
    return made;
  });
}

/** Whether the user has written about one of these tracks. */
async function hasEntriesOn(db: Db, author_id: number, tracks: readonly DemoTrack[]): Promise<boolean> {
  const ids = tracks.map(({ id }) => id);
  const row = await db
    .selectFrom("journals")
    .select("id")
    .where("author_id", "=", author_id)
    .where("track_id", "in", ids)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
