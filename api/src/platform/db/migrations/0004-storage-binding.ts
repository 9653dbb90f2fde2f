import { type Kysely, sql } from "kysely";

/** Values about the whole installation: the id that binds the database to its file storage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table settings (key text primary key, value text not null)`.execute(db);
}
