import { sql } from "kysely";
import type { Db } from "../db/open.ts";
import { sweepLoginAttempts } from "./login-attempts.ts";

/** Longer than every window of a rate limit, ms. */
const RATE_LIMIT_KEPT_MS = 24 * 3600 * 1000;

/** Deletes expired sessions, reset links, and counts of failed logins and of rate limits. */
export async function sweepExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from verifications where expires_at < now()`.execute(db);
  await sql`delete from rate_limits where last_request < ${Date.now() - RATE_LIMIT_KEPT_MS}`.execute(db);
  await sweepLoginAttempts(db);
}
