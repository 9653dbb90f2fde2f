import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { findUser, findUserByEmail } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { JOURNAL_FILES } from "../journals/photo-handlers.ts";
import { insertUserTag, linkTag } from "../segments/queries.ts";
import { findAnalysisOf, insertAnalysis } from "../straights/queries.ts";
import { countTeamsOf, insertMember, insertTeam } from "../teams/queries.ts";
import { DEFAULT_TAG_COLOR } from "../tracks/schema.ts";
import { type DemoTrack, writeJournal } from "./journal.ts";
import { finishOrder, makeRace } from "./race.ts";
import { type DemoRecording, placeOf } from "./sessions.ts";

/**
 * What the demonstration account shows beside its recordings: a team, a race with wind reports, journal entries with a
 * reply and a photo, regatta reports, and straight-line analyses with tags. The functions are those of the product's
 * calls, so that the same rules apply. Each part is made where the account has nothing of its kind.
 */

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

/** Fictional people beside the demo account, with random passwords that are not stored: they cannot log in. */

interface DemoPerson {
  email: string;
  first_name: string;
  last_name: string;
}

const person = (name: string, first_name: string, last_name: string): DemoPerson => ({
  email: `${name}@leebow.example`,
  first_name,
  last_name,
});

export const COACH = person("coach", "Ines", "Halvorsen");
/** Those who sail the race with the demo account. */
export const SAILORS = [
  person("sailor", "Jonas", "Petit"),
  person("lena", "Lena", "Brandt"),
  person("tom", "Tom", "Okafor"),
  person("sofia", "Sofia", "Marin"),
  person("emil", "Emil", "Sandvik"),
] as const;

/** The id of a fictional person, whose account is created as needed. */
async function personId({ db, auth }: AppContext, person: DemoPerson): Promise<number> {
  const found = await findUserByEmail(db, person.email);
  if (found) return found.id;
  const name = `${person.first_name} ${person.last_name}`;
  await auth.api.signUpEmail({ body: { ...person, name, password: randomUUID(), primary_boat_class: "49er" } });
  await db.updateTable("users").set({ email_verified: true }).where("email", "=", person.email).execute();
  return (await findUserByEmail(db, person.email))!.id;
}

/** Ids of the demo account and the sailors, in the order of the boats of the race. */
export async function crewIds(context: AppContext, demo_id: number): Promise<number[]> {
  const ids = [demo_id];
  for (const sailor of SAILORS) ids.push(await personId(context, sailor));
  return ids;
}

/** A drawn picture of a foil kite above the sea at low sun, as the photo of an entry. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="0 0 1600 1067">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f5d8a"/><stop offset=".55" stop-color="#b9cfdc"/><stop offset="1" stop-color="#f3dcb4"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6f97a8"/><stop offset="1" stop-color="#123a4f"/></linearGradient>
<linearGradient id="kite" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#d8452f"/><stop offset=".5" stop-color="#f5f1e6"/><stop offset="1" stop-color="#1c2b39"/></linearGradient>
</defs>
<rect width="1600" height="700" fill="url(#sky)"/>
<circle cx="1240" cy="585" r="62" fill="#fff3d0"/>
<path d="M0 640 Q180 560 420 610 T860 630 T1230 655 L1230 700 L0 700Z" fill="#4c6674"/>
<rect y="690" width="1600" height="377" fill="url(#sea)"/>
<g stroke="#dfeaea" stroke-opacity=".35" stroke-width="5" stroke-linecap="round" fill="none">
<path d="M90 770 q60 -14 120 0 M360 830 q80 -18 160 0 M980 800 q70 -16 140 0 M1230 880 q90 -20 180 0 M160 950 q100 -22 200 0 M700 990 q110 -24 220 0 M1180 745 q40 -8 80 0 M560 740 q36 -8 72 0"/></g>
<path d="M1180 690 L1300 690 L1330 1067 L1120 1067Z" fill="#fff3d0" opacity=".22"/>
<path d="M470 250 C560 90 900 60 1010 215 C890 140 600 165 470 250Z" fill="url(#kite)"/>
<g stroke="#25313b" stroke-width="2.5" fill="none"><path d="M484 244 L716 742"/><path d="M640 150 L720 738"/><path d="M840 128 L724 738"/><path d="M1000 208 L728 742"/></g>
<g fill="#16222c"><circle cx="664" cy="706" r="19"/><path d="M650 722 q26 -14 40 6 l40 18 -6 12 -38 -12 -8 48 44 40 -10 34 -16 0 2 -22 -46 -26 -22 40 -22 18 -12 -10 22 -32 20 -60z"/>
<path d="M560 872 L800 852 Q812 852 808 862 L570 890 Q556 888 560 872Z"/><path d="M676 880 L684 880 L694 968 L686 968Z"/><path d="M640 962 L748 956 L748 966 L642 974Z"/></g>
<path d="M640 985 q60 16 130 -4" stroke="#eef5f2" stroke-opacity=".7" stroke-width="6" fill="none" stroke-linecap="round"/>
</svg>`;

/** Stores the picture under a new key and returns the key. */
export async function storeDemoPhoto(storage: Storage): Promise<string> {
  const key = `${JOURNAL_FILES.folder}/${randomUUID()}.webp`;
  const picture = await sharp(Buffer.from(PICTURE)).webp({ quality: 82 }).toBuffer();
  await storage.write(key, picture);
  return key;
}
