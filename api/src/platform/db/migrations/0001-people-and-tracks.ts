import { type Kysely, sql } from "kysely";

/** Users with their authentication, and tracks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table users (
    id serial primary key,
    name text not null,
    email text not null unique,
    email_verified boolean not null default false,
    image text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    first_name text not null default '',
    last_name text not null default '',
    role smallint,
    primary_boat_class text,
    email_notifications boolean not null default true,
    auto_segmentation_enabled boolean not null default true,
    show_wind_arrow boolean not null default true,
    enabled_features jsonb not null default '["athlete", "auto_segmentation"]'
  )`,
  `create table sessions (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    token text not null unique,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table accounts (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    account_id text not null,
    provider_id text not null,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    scope text,
    access_token_expires_at timestamptz,
    refresh_token_expires_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index accounts_user on accounts (user_id)`,
  `create table verifications (
    id serial primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index verifications_identifier on verifications (identifier)`,
  `create table rate_limits (
    id serial primary key,
    key text not null unique,
    count integer not null,
    last_request bigint not null
  )`,
  `create table tracks (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    boat_name text not null,
    permissions text not null check (permissions in ('PUBLIC', 'PRIVATE')),
    file_name text not null,
    source_key text not null unique,
    source_bytes bigint not null,
    processing_status smallint not null default 1 check (processing_status between 1 and 4),
    error text,
    error_kind text,
    revision integer not null default 1,
    result_key text,
    engine text,
    start_time timestamptz,
    end_time timestamptz,
    sort_time timestamptz not null,
    tz text,
    local_date date,
    location text,
    sample_rate_hz double precision,
    points integer,
    distance_m double precision,
    duration_s double precision,
    max_speed_kn double precision,
    tacks integer,
    gybes integer,
    sets integer,
    douses integer,
    straights integer,
    ewd_deg double precision,
    twd_deg double precision,
    garmin_id text,
    created_at timestamptz not null default now()
  )`,
  `create index tracks_newest on tracks (sort_time desc, id desc)`,
  `create index tracks_of_user on tracks (user_id, sort_time desc, id desc)`,
  `create index tracks_of_day on tracks (local_date)`,
];
