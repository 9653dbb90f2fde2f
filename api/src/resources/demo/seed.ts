import { sql } from "kysely";
import type { Auth } from "../../platform/auth/auth.ts";
import { findUserByEmail } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { grantFeatures } from "../account/features.ts";
import { Feature } from "../account/schema.ts";
import { removeRace } from "../races/queries.ts";
import { removeTrack } from "../tracks/remove-track.ts";
import { removeWindFile } from "../wind/queries.ts";
import { crewIds, seedDemoContent } from "./content.ts";
import { PLAN } from "./journal.ts";
import { DAY_MS, dayOf, demoNames, demoRecordings, placeOf, RACE_NAME, RENEW_AFTER_DAYS } from "./sessions.ts";
import { storeRecordings } from "./store-recordings.ts";

/** The demonstration account of a new server. Its password is public. */
export const DEMO = {
  email: "demo@leebow.example",
  password: "leebow",
  first_name: "Demo",
  last_name: "Sailor",
} as const;

/** Makes the demo account ready to log in: the start waits for it, and {@link seedDemo} fills it afterwards. */
export async function openDemo(context: AppContext): Promise<void> {
  await demoUser(context);
  await confirmAddresses(context.db);
}

/**
 * Creates the demo account, its recordings and what it shows of them where they are missing. Recordings that an earlier
 * start has made more than some days before `now_ms` are replaced, so that those of the last weeks are not older than four. Stops early
 * when the process ends; the next start goes on.
 */
export async function seedDemo(context: AppContext, now_ms: number = Date.now()): Promise<void> {
  const crew = await crewIds(context, await demoUser(context));
  await confirmAddresses(context.db);
  const recordings = demoRecordings(await demoDay(context, crew, now_ms));
  await storeRecordings(context, crew, recordings);
  if (!context.stopping)
    await seedDemoContent(
      context,
      crew,
      recordings.filter(({ is_older }) => !is_older),
    );
}

/** The demo's people have no mailboxes, and rights in a team take a confirmed address. */
async function confirmAddresses(db: Db): Promise<void> {
  await sql`update users set email_verified = true where email like '%@leebow.example'`.execute(db);
}

/** Row of `settings` with the day (YYYY-MM-DD) before which the demo's recordings seem to be made. */
const DAY_SETTING = "demo_day";

/** The day of the recordings, ms: the stored one, or today after the removal of those that have become too old. */
async function demoDay(context: AppContext, crew: readonly number[], now_ms: number): Promise<number> {
  const { db } = context;
  const today_ms = dayOf(now_ms);
  const stored = await db.selectFrom("settings").select("value").where("key", "=", DAY_SETTING).executeTakeFirst();
  const stored_ms = stored ? Date.parse(stored.value) : NaN;
  const age_days = (today_ms - stored_ms) / DAY_MS;
  if (age_days >= 0 && age_days <= RENEW_AFTER_DAYS) return stored_ms;
  await removeDemoContent(context, crew);
  const value = new Date(today_ms).toISOString().slice(0, 10);
  await db
    .insertInto("settings")
    .values({ key: DAY_SETTING, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
  return today_ms;
}

/** Closes the demo account: ends its sessions and takes its password away. Its recordings stay. */
export async function disableDemo(db: Db): Promise<void> {
  const user = await findUserByEmail(db, DEMO.email);
  if (!user) return;
  await sql`delete from accounts where user_id = ${user.id}`.execute(db);
  await sql`delete from sessions where user_id = ${user.id}`.execute(db);
}

/** The id of the demo account, which is created or opened again as needed. */
async function demoUser({ db, auth }: AppContext): Promise<number> {
  const found = await findUserByEmail(db, DEMO.email);
  if (found) {
    await restorePassword(db, auth, found.id);
    return found.id;
  }
  const name = `${DEMO.first_name} ${DEMO.last_name}`;
  await auth.api.signUpEmail({ body: { ...DEMO, name, primary_boat_class: "49er" } });
  const created = await findUserByEmail(db, DEMO.email);
  if (!created) throw new Error("The demo account could not be created.");
  await grantFeatures(db, created.id, Feature.options);
  return created.id;
}

/** Sets the demo password where {@link disableDemo} has taken it away. */
async function restorePassword(db: Db, auth: Auth, user_id: number): Promise<void> {
  const { rows } = await sql`select id from accounts where user_id = ${user_id}`.execute(db);
  if (rows.length > 0) return;
  const hash = await (await auth.$context).password.hash(DEMO.password);
  await sql`insert into accounts (user_id, account_id, provider_id, password)
    values (${user_id}, ${String(user_id)}, 'credential', ${hash})`.execute(db);
}

/** Longest wait for jobs, ms: on a busy machine the analyses take half a minute. Guess. */
const TIMEOUT_MS = 300_000;
const INTERVAL_MS = 200;

/** Waits until the jobs have done this; false when the process ends or they take too long. The next start goes on. */
export async function until(context: Pick<AppContext, "stopping">, isDone: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!context.stopping && Date.now() < deadline) {
    if (await isDone()) return true;
    await new Promise((wake) => setTimeout(wake, INTERVAL_MS));
  }
  return false;
}

/**
 * Deletes the demo's recordings, race and wind logs of an earlier day, with what was written about them. What the demo
 * account has uploaded itself stays. `crew` is by boat, the demo account first.
 */
async function removeDemoContent(context: AppContext, crew: readonly number[]): Promise<void> {
  const { db } = context;
  const names = demoNames();
  const tracks = await db
    .selectFrom("tracks")
    .select(["id", "source_key", "file_name"])
    .where("user_id", "in", crew)
    .execute();
  const races = await db
    .selectFrom("races")
    .select("id")
    .where("user_id", "=", crew[0]!)
    .where("name", "=", RACE_NAME)
    .execute();
  for (const { id } of races) {
    await removeRace(context, id);
  }
  for (const track of tracks) {
    if (names.recordings.has(placeOf(track.file_name))) await removeTrack(context, track);
  }
  await db.deleteFrom("journals").where("author_id", "=", crew[0]!).where("content", "=", PLAN).execute();
  const winds = await db
    .selectFrom("wind_files")
    .select(["id", "source_key", "original_name"])
    .where("user_id", "=", crew[0]!)
    .execute();
  for (const wind of winds) if (names.winds.has(wind.original_name)) await removeWindFile(context, wind);
}
