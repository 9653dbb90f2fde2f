import { type Kysely, sql } from "kysely";

/** How many links have confirmed an e-mail address of the user: a link names the number it was made at, and works once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_confirmations integer not null default 0`.execute(db);
}
