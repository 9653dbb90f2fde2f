import { type Kysely, sql } from "kysely";

/** Segments with durable ids, and what the reports aggregate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table segments (
    id serial primary key,
    track_id integer not null references tracks (id) on delete cascade,
    kind text not null,
    name text not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    position integer,
    retired_at timestamptz,
    check ((position is null) = (retired_at is not null))
  )`,
  `create index segments_of_track on segments (track_id, position)`,
  `create table track_facts (
    track_id integer primary key references tracks (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    result_key text not null,
    start_time timestamptz not null,
    local_date date not null,
    boat_class text not null,
    water_time_s double precision not null,
    tacks integer not null,
    gybes integer not null,
    accelerations integer not null,
    sets integer not null,
    douses integer not null,
    light_s double precision not null,
    sf_s double precision not null,
    df_s double precision not null,
    windy_s double precision not null
  )`,
  `create index track_facts_of_user on track_facts (user_id, local_date)`,
  `create table maneuvers (
    segment_id integer primary key references segments (id) on delete cascade,
    track_id integer not null references track_facts (track_id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    local_date date not null,
    boat_class text not null,
    kind text not null,
    position integer not null,
    time timestamptz not null,
    counted boolean not null,
    quality double precision not null,
    loss_og_m double precision,
    loss_80_m double precision,
    tws_kn double precision,
    entry_speed_kn double precision,
    exit_speed_kn double precision,
    min_speed_kn double precision,
    max_speed_kn double precision,
    duration_s double precision not null,
    angle_deg double precision
  )`,
  `create index maneuvers_of_track on maneuvers (track_id)`,
  `create index maneuvers_of_user on maneuvers (user_id, kind, local_date)`,
];
