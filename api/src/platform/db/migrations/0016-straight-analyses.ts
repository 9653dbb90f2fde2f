import { type Kysely, sql } from "kysely";

/** Straight-line analyses: which straights of a track, under which name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table straight_analyses (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    track_id integer not null references tracks (id) on delete cascade,
    name text,
    selection_hash text not null,
    created_at timestamptz not null default now(),
    unique (user_id, track_id, selection_hash)
  )`,
  `create index straight_analyses_of_track on straight_analyses (track_id)`,
  `create table straight_analysis_segments (
    analysis_id integer not null references straight_analyses (id) on delete cascade,
    segment_id integer not null references segments (id) on delete cascade,
    primary key (analysis_id, segment_id)
  )`,
  `create index straight_analysis_segments_of_segment on straight_analysis_segments (segment_id)`,
];
