import { sql } from "kysely";
import type { Db } from "../database/open.ts";
import { sweepLoginAttempts } from "./login-attempts.ts";

/** Deletes expired sessions, reset links and counts of failed logins. */
export async function sweepExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from verifications where expires_at < now()`.execute(db);
  await sweepLoginAttempts(db);
}
