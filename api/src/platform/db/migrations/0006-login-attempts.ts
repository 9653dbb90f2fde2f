import { type Kysely, sql } from "kysely";

/** Failed logins by account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table login_attempts (
    account text primary key,
    failures integer not null,
    blocked_until timestamptz not null,
    last_attempt timestamptz not null
  )`.execute(db);
}
