import { sql } from "kysely";
import type { Db } from "../database/open.ts";

/** Removes sessions and reset links whose time is over. */
export async function sweepExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from verifications where expires_at < now()`.execute(db);
}
