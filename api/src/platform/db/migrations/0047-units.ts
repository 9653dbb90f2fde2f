import { type Kysely, sql } from "kysely";

/** Units that a user has chosen; null: those of the specification. Processes of an earlier version read nothing of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
    add column units jsonb not null default '{"distance": null, "speed": null, "length": null}'`.execute(db);
}
