import { type Kysely, sql } from "kysely";

/** Races, their tracks and share links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table races (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    name text not null,
    processing_status smallint not null default 1 check (processing_status between 1 and 4),
    error text,
    wind_reason text,
    revision integer not null default 1,
    result_key text,
    inputs jsonb not null default '[]',
    start_time timestamptz,
    location text,
    sort_time timestamptz not null default now(),
    created_at timestamptz not null default now()
  )`,
  `create index races_in_order on races (sort_time desc, id desc)`,
  `create index races_of_user on races (user_id)`,
  `create table race_tracks (
    race_id integer not null references races (id) on delete cascade,
    track_id integer not null references tracks (id) on delete cascade,
    primary key (race_id, track_id)
  )`,
  `create index race_tracks_of_track on race_tracks (track_id)`,
  `create table race_shares (
    share_id text primary key,
    race_id integer not null unique references races (id) on delete cascade,
    created_by integer references users (id) on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz
  )`,
];
