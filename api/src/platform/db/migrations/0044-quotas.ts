import { type Kysely, sql } from "kysely";

/** Quotas of users; null: the usual ones (limits.ts). Processes of an earlier version read nothing of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column quota_bytes bigint, add column quota_tracks integer`.execute(db);
}
