import { type Kysely, sql } from "kysely";

/** Whether a member has agreed to show private tracks to a team that somebody else made the person a member of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table team_members add column accepted boolean not null default true`.execute(db);
}
