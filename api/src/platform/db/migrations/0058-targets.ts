import { type Kysely, sql } from "kysely";

/** Polars of files that a user keeps for his classes; of each class at most one is what he is compared with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table targets (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    boat_class text not null,
    name text not null,
    over_ground boolean not null,
    in_use boolean not null,
    format text not null,
    damage jsonb not null,
    winds jsonb not null,
    created_at timestamptz not null default now()
  )`,
  `create index targets_of_user on targets (user_id)`,
  `create unique index targets_in_use on targets (user_id, boat_class) where in_use`,
];
