import { type Kysely, sql } from "kysely";

/** Disabled accounts, and the list of what administrators did. Names are read from `users`: they go with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table users add column disabled_at timestamptz`,
  `create table audit_log (
    id serial primary key,
    at timestamptz not null default now(),
    actor_id integer references users (id) on delete set null,
    by_command boolean not null default false,
    action text not null,
    user_id integer references users (id) on delete set null,
    track_id integer,
    detail text,
    reason text
  )`,
  `create index audit_log_of_actor on audit_log (actor_id, at desc)`,
  `create index audit_log_of_user on audit_log (user_id)`,
  `create index audit_log_by_time on audit_log (at)`,
];
