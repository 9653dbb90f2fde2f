import { type Kysely, sql } from "kysely";

/** Tags of users on segments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table user_tags (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    value text not null,
    match_key text not null,
    color text not null,
    hidden boolean not null default false,
    created_at timestamptz not null default now(),
    unique (user_id, match_key)
  )`,
  `create table segment_tags (
    segment_id integer not null references segments (id) on delete cascade,
    tag_id integer not null references user_tags (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (segment_id, tag_id)
  )`,
  `create index segment_tags_of_tag on segment_tags (tag_id)`,
];
