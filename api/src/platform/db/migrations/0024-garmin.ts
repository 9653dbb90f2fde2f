import { type Kysely, sql } from "kysely";

/** Connections with Garmin accounts, consents under way, activities that Garmin announced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table users add column garmin_connected boolean not null default false`,
  `create table garmin_links (
    user_id integer primary key references users (id) on delete cascade,
    garmin_user_id text not null unique,
    access_token text not null,
    refresh_token text not null,
    expires_at timestamptz not null,
    permissions jsonb not null default '[]',
    refreshing_until timestamptz,
    version integer not null default 1,
    connected_at timestamptz not null default now()
  )`,
  `create table garmin_states (
    state text primary key,
    user_id integer not null references users (id) on delete cascade,
    browser text not null,
    code_verifier text not null,
    expires_at timestamptz not null
  )`,
  `create table garmin_activities (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    summary_id text not null,
    activity_id text,
    name text,
    file_type text not null,
    callback_url text,
    status text not null default 'waiting' check (status in ('waiting', 'imported', 'ignored', 'failed')),
    reason text,
    track_id integer references tracks (id) on delete set null,
    received_at timestamptz not null default now(),
    unique (user_id, summary_id)
  )`,
  `create index garmin_activities_newest on garmin_activities (user_id, received_at desc)`,
  `create index garmin_activities_of_track on garmin_activities (track_id)`,
];
