import { type Kysely, sql } from "kysely";

/** The files that a track of several was made of, and what each was before, so that they can be separated again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table joined_files (
    source_key text primary key,
    track_id integer not null references tracks (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    file_name text not null,
    source_bytes bigint not null,
    source_sha256 text,
    start_time timestamptz not null,
    former jsonb
  )`,
  `create index joined_files_of_track on joined_files (track_id, start_time)`,
  `create index joined_files_of_user on joined_files (user_id, source_sha256)`,
];
