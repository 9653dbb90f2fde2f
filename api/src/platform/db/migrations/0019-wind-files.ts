import { type Kysely, sql } from "kysely";

/** Wind files, the uploads they begin as, and the wind file of a track. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table wind_files (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    original_name text not null,
    source_key text not null unique,
    source_bytes integer not null,
    sha256 text not null,
    processing_status smallint not null default 1 check (processing_status in (1, 2, 3)),
    error text,
    result_key text,
    engine text,
    start_time timestamptz,
    end_time timestamptz,
    samples integer,
    has_map boolean not null default false,
    created_at timestamptz not null default now(),
    unique (user_id, sha256)
  )`,
  `create index wind_files_of_user on wind_files (user_id, created_at, id)`,
  `create table wind_uploads (
    key text primary key,
    user_id integer not null references users (id) on delete cascade,
    expires_at timestamptz not null,
    wind_file_id integer references wind_files (id) on delete cascade,
    created_at timestamptz not null default now()
  )`,
  `create index wind_uploads_by_expiry on wind_uploads (expires_at)`,
  `create index wind_uploads_of_user on wind_uploads (user_id)`,
  `create index wind_uploads_of_wind_file on wind_uploads (wind_file_id) where wind_file_id is not null`,
  `alter table tracks add column wind_file_id integer references wind_files (id) on delete set null`,
  `create index tracks_of_wind_file on tracks (wind_file_id) where wind_file_id is not null`,
  // Events, as in 0011.
  `create function wind_file_changed() returns trigger language plpgsql as $$ begin
    perform pg_notify('leebow_events', json_build_object('type', 'wind_file',
      'user_id', coalesce(new.user_id, old.user_id), 'wind_file_id', coalesce(new.id, old.id),
      'processing_status', new.processing_status)::text);
    return null;
  end $$`,
  `create trigger wind_file_appeared after insert or delete on wind_files for each row
    execute function wind_file_changed()`,
  `create trigger wind_file_changed after update on wind_files for each row
    when (new.processing_status <> old.processing_status) execute function wind_file_changed()`,
];
