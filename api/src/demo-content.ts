/**
 * What the demonstration account shows beside its recordings: a team with a coach and a sailor, journal entries with
 * replies, regatta reports, and a straight-line analysis with tags. The functions are those of the product's calls, so
 * that the same rules apply. Each part is made where the account has nothing of its kind.
 */
import { randomUUID } from "node:crypto";
import type { AppContext } from "./app-context.ts";
import type { Viewer } from "./auth/viewer.ts";
import type { Db } from "./database/open.ts";
import { checkJournal, subjectOf } from "./journals/checks.ts";
import { CreateJournal } from "./journals/request-schema.ts";
import { insertJournal } from "./journals/write-queries.ts";
import { insertUserTag, linkTag } from "./segments/queries.ts";
import { DEFAULT_TAG_COLOR } from "./segments/user-tag-schema.ts";
import { findAnalysisOf, insertAnalysis } from "./straights/queries.ts";
import { countTeamsOf, insertMember, insertTeam } from "./teams/queries.ts";
import { findUser, findUserByEmail } from "./users/queries.ts";

/** Fictional users with random passwords that are not stored: they cannot log in. */
const COACH = { email: "coach@leebow.example", first_name: "Ines", last_name: "Halvorsen" };
const SAILOR = { email: "sailor@leebow.example", first_name: "Jonas", last_name: "Petit" };

const TEAM = "Leebow Sailing Team";

/** A track of the demo account, as its content refers to it. */
interface DemoTrack {
  id: number;
  boat_name: string;
  /** YYYY-MM-DD, in the track's zone. */
  day: string;
}

/** Makes what is missing; resolves when it is stored. */
export async function seedDemoContent(context: AppContext, user_id: number): Promise<void> {
  const { db } = context;
  const viewer = (await findUser(db, user_id))!;
  if ((await countTeamsOf(db, user_id)) === 0) await makeTeam(context, user_id);
  const tracks = await analyzedTracks(db, user_id);
  const analyzed = tracks.find(({ boat_name }) => boat_name === "J70") ?? tracks[0];
  if (!analyzed) return;
  const analysis_id = await analysisWithTags(db, user_id, analyzed.id);
  if (!(await hasEntries(db, user_id))) await writeJournal(context, viewer, tracks, { ...analyzed, analysis_id });
}

async function makeTeam(context: AppContext, user_id: number): Promise<void> {
  const [coach, sailor] = [await personId(context, COACH), await personId(context, SAILOR)];
  await context.db.transaction().execute(async (trx) => {
    const team = await insertTeam(trx, TEAM, null, user_id);
    await insertMember(trx, team, coach, "COACH", true);
    await insertMember(trx, team, sailor, "ATHLETE", true);
  });
}

/** The id of a fictional person, whose account is created as needed. */
async function personId({ db, auth }: AppContext, person: typeof COACH): Promise<number> {
  const found = await findUserByEmail(db, person.email);
  if (found) return found.id;
  const name = `${person.first_name} ${person.last_name}`;
  await auth.api.signUpEmail({ body: { ...person, name, password: randomUUID(), primary_boat_class: "49er" } });
  return (await findUserByEmail(db, person.email))!.id;
}

/** The tracks with results, oldest first. */
async function analyzedTracks(db: Db, user_id: number): Promise<DemoTrack[]> {
  const rows = await db
    .selectFrom("tracks")
    .select(["id", "boat_name", "local_date"])
    .where("user_id", "=", user_id)
    .where("result_key", "is not", null)
    .orderBy("start_time")
    .execute();
  return rows.flatMap(({ local_date, ...track }) => (local_date ? [{ ...track, day: dayOf(local_date) }] : []));
}

const dayOf = (date: Date | string): string => (typeof date === "string" ? date : date.toISOString()).slice(0, 10);

const STRAIGHTS = 8;

/** The id of the analysis of the first straights of a track, three in four of them tagged. */
async function analysisWithTags(db: Db, user_id: number, track_id: number): Promise<number | null> {
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
    const made = await insertAnalysis(trx, { user_id, track_id, name: "Upwind in the chop", segment_ids });
    if (made === null) return findAnalysisOf(trx, user_id, track_id, segment_ids);
    const chop = await insertUserTag(trx, user_id, "tuned for chop", DEFAULT_TAG_COLOR);
    const air = await insertUserTag(trx, user_id, "clear air", DEFAULT_TAG_COLOR);
    for (const [at, id] of segment_ids.entries())
      if (at % 4 < 3) await linkTag(trx, id, at % 2 === 0 ? chop.id : air.id);
    return made;
  });
}

async function hasEntries(db: Db, author_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("journals")
    .select("id")
    .where("author_id", "=", author_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Analyzed extends DemoTrack {
  analysis_id: number | null;
}

async function writeJournal(context: AppContext, viewer: Viewer, tracks: readonly DemoTrack[], analyzed: Analyzed) {
  const coach = await findUserByEmail(context.db, COACH.email);
  const sailor = await findUserByEmail(context.db, SAILOR.email);
  await context.db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (const entry of entriesFor(tracks, analyzed, sailor?.id ?? null))
      ids.push(await writeEntry(trx, viewer, entry));
    if (!coach) return;
    const content = "Good. Try the same with more twist when the waves get longer.";
    await trx.insertInto("journal_replies").values({ journal_id: ids[0]!, author_id: coach.id, content }).execute();
  });
}

/** Checked as an entry that the user writes. */
async function writeEntry(trx: Db, viewer: Viewer, written: object): Promise<number> {
  const { track, race, jType, ...entry } = CreateJournal.parse(written);
  const subject = await subjectOf(trx, viewer, { track, race, jType, ...entry });
  await checkJournal(trx, viewer, subject, entry);
  return insertJournal(trx, subject, entry);
}

const tags = (...values: string[]) => values.map((value) => ({ value }));

/** The entries, as the calls of the product take them. */
function entriesFor(tracks: readonly DemoTrack[], analyzed: Analyzed, sailor_id: number | null): object[] {
  const kite = tracks.find(({ boat_name }) => boat_name.includes("Kite"));
  const [first, second] = tracks;
  const others = sailor_id === null ? [] : [{ user: sailor_id, finish_position: 5 }];
  const regatta = (track: DemoTrack, name: string, finish_position: number, number_competitors: number) => ({
    track: track.id,
    content: `${name}: the starts decided the day.`,
    tags: tags("Boat Handling"),
    regatta_report: {
      name,
      start_date: track.day,
      end_date: track.day,
      number_competitors,
      finish_position,
      tracks: [track.id],
      competitor_results: [{ name: "Red 42", finish_position: 1 }, ...others],
    },
  });
  return [
    {
      track: analyzed.id,
      jType: "straight",
      content: "More outhaul in the chop: lower, but faster on both tacks.",
      tags: tags("Speed/Tuning"),
      straight_analysis_id: analyzed.analysis_id,
    },
    ...(first ? [regatta(first, "Autumn Series, day 1", 4, 22)] : []),
    ...(second ? [regatta(second, "Autumn Series, day 2", 3, 25)] : []),
    ...(kite
      ? [
          {
            track: kite.id,
            jType: "kite",
            content: "The small foil was right until the lull after noon.",
            tags: tags("Local Knowledge"),
            feel: 4,
          },
        ]
      : []),
    { content: "Next week: roll tacks, then long straights in pairs.", tags: tags("Boat Handling", "Speed/Tuning") },
  ];
}
