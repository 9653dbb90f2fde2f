import { Readable } from "node:stream";
import { demoSessions, writeSession } from "@leebow/core/node";
import { sql } from "kysely";
import type { AppContext } from "./app-context.ts";
import type { Auth } from "./auth/auth.ts";
import type { Db } from "./database/open.ts";
import { seedDemoContent } from "./demo-content.ts";
import { keepTrack } from "./tracks/accept.ts";
import { countPending, fileNamesOf } from "./tracks/queries.ts";
import { grantFeatures } from "./users/features.ts";
import { findUserByEmail } from "./users/queries.ts";
import { Feature } from "./users/schema.ts";

/** The demonstration account of a new server. Its password is public. */
export const DEMO = {
  email: "demo@leebow.example",
  password: "leebow",
  first_name: "Demo",
  last_name: "Sailor",
} as const;

/** The start waits no longer for the demo analyses, which usually take a few seconds. Guess. */
const ANALYSIS_TIMEOUT_MS = 60_000;

/** Creates the demo account, its recordings and what it shows of them where they are missing. */
export async function seedDemo(context: AppContext): Promise<void> {
  const user_id = await demoUser(context);
  const present = await fileNamesOf(context.db, user_id);
  for (const { name, format, spec } of demoSessions()) {
    if (present.has(name)) continue;
    const incoming = await context.storage.receive(Readable.from([writeSession(spec, format)], { objectMode: false }));
    await keepTrack(context, user_id, { boat_name: spec.class, permissions: "PUBLIC", file_name: name }, incoming);
  }
  const deadline = Date.now() + ANALYSIS_TIMEOUT_MS;
  while ((await countPending(context.db, user_id)) > 0 && Date.now() < deadline) {
    await new Promise((wake) => setTimeout(wake, 100));
  }
  await seedDemoContent(context, user_id);
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
