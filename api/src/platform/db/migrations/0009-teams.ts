import { type Kysely, sql } from "kysely";

/** Teams and their members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table teams (
    id serial primary key,
    name text not null,
    logo_key text,
    created_by integer references users (id) on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create table team_members (
    team_id integer not null references teams (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    role text not null check (role in ('COACH', 'ATHLETE')),
    permissions text not null default 'ALL' check (permissions in ('ALL', 'COACH_ONLY')),
    joined_at timestamptz not null default now(),
    primary key (team_id, user_id)
  )`,
  `create index team_members_of_user on team_members (user_id, team_id)`,
];
