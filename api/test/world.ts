/** The people and things that the access matrix is about. Things are made by SQL where they can: one call, one thing. */

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ACCOUNT_THINGS } from "../src/resources/account/accounts.access.ts";
import { BILLING_THINGS } from "../src/resources/billing/billing.access.ts";
import { JOURNAL_THINGS } from "../src/resources/journals/journals.access.ts";
import { RACE_THINGS } from "../src/resources/races/races.access.ts";
import { SEGMENT_THINGS } from "../src/resources/segments/segments.access.ts";
import { STRAIGHT_THINGS } from "../src/resources/straights/straights.access.ts";
import { TARGET_THINGS } from "../src/resources/targets/targets.access.ts";
import { TEAM_THINGS } from "../src/resources/teams/teams.access.ts";
import { TRACK_THINGS } from "../src/resources/tracks/tracks.access.ts";
import { WIND_FILE_THINGS } from "../src/resources/wind/windfiles.access.ts";
import { WIND_REPORT_THINGS } from "../src/resources/wind/windreports.access.ts";
import type { Caller, WITHOUT_SESSION } from "./access.ts";
import type { Answer, CallOptions, Person, TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** Makes a thing of the owner's and returns its id. */
export type Maker = (world: World) => Promise<number | string>;

/** The things of every resource, by name; one a line, so that branches merge. */
const THINGS = {
  ...TRACK_THINGS,
  ...BILLING_THINGS,
  ...RACE_THINGS,
  ...SEGMENT_THINGS,
  ...STRAIGHT_THINGS,
  ...TARGET_THINGS,
  ...JOURNAL_THINGS,
  ...TEAM_THINGS,
  ...WIND_FILE_THINGS,
  ...WIND_REPORT_THINGS,
  ...ACCOUNT_THINGS,
} satisfies Record<string, Maker>;
export type Thing = keyof typeof THINGS;
export const THING_NAMES = Object.keys(THINGS) as Thing[];

export interface World {
  at: TestServer;
  owner: Person;
  people: Record<Exclude<Caller, (typeof WITHOUT_SESSION)[number]>, Person>;
  /** The owner's teams. */
  teams: { all: number; coach_only: number };
  /** Share ids by the callers that hold one. */
  shares: Partial<Record<Caller, string>>;
  /** The id of a thing, which is made at its first use, and again after {@link World.renew}. */
  the(thing: Thing): Promise<number | string>;
  /** Forgets the things: a call has changed one. */
  renew(): void;
  /** A request of a caller, with his session or share id. */
  call(caller: Caller, method: string, path: string, options: CallOptions): Promise<Answer>;
  /** Resolves when no job is waiting or running. */
  waitForJobs(): Promise<void>;
  /** How many rows were added, changed or deleted so far, but for counts of attempts and sessions. */
  changes(): Promise<number>;
}

const WITH_SESSION = [
  "owner",
  "coach",
  "teammate_all",
  "teammate_coach_only",
  "removed_member",
  "stranger",
  "administrator",
  "administrator_without_reason",
  "coach_type",
  "coach_tools",
] as const;

export async function makeWorld(at: TestServer): Promise<World> {
  const people = {} as World["people"];
  for (const name of WITH_SESSION) people[name] = await at.signUp(name);
  const { db } = at.context;
  const id = (name: (typeof WITH_SESSION)[number]) => people[name].session.user.id;
  for (const name of ["administrator", "administrator_without_reason"] as const) {
    await sql`update users set role = 1 where id = ${id(name)}`.execute(db);
  }
  await sql`update users set role = 2 where id = ${id("coach_type")}`.execute(db);
  await sql`update users set enabled_features = '["athlete", "coach_tools"]' where id = ${id("coach_tools")}`.execute(
    db,
  );
  const expired = await expiredSession(at, people.owner);
  const teams = { all: await team(at, id("coach")), coach_only: await team(at, id("coach")) };
  const join = (team_id: number, user_id: number, role: "COACH" | "ATHLETE", permissions: "ALL" | "COACH_ONLY") =>
    db.insertInto("team_members").values({ team_id, user_id, role, permissions }).execute();
  await join(teams.all, id("coach"), "COACH", "ALL");
  await join(teams.all, id("owner"), "ATHLETE", "ALL");
  await join(teams.all, id("teammate_all"), "ATHLETE", "ALL");
  await join(teams.coach_only, id("coach"), "COACH", "ALL");
  await join(teams.coach_only, id("owner"), "ATHLETE", "COACH_ONLY");
  await join(teams.coach_only, id("teammate_coach_only"), "ATHLETE", "ALL");
  await join(teams.all, id("removed_member"), "ATHLETE", "ALL");
  await db.deleteFrom("team_members").where("user_id", "=", id("removed_member")).execute();

  const made = new Map<Thing, Promise<number | string>>();
  const world: World = {
    at,
    owner: people.owner,
    people,
    teams,
    shares: {},
    the(thing) {
      if (!made.has(thing)) made.set(thing, THINGS[thing](world));
      return made.get(thing)!;
    },
    renew: () => made.clear(),
    call(caller, method, path, options) {
      if (caller in people) return people[caller as keyof typeof people].call(method, path, options);
      const share_id = world.shares[caller];
      const address = share_id ? `${path}${path.includes("?") ? "&" : "?"}share_id=${share_id}` : path;
      const headers: Record<string, string> = caller === "expired" ? { authorization: `Bearer ${expired}` } : {};
      return at.call(method, address, { ...options, headers: { ...headers, ...options.headers } });
    },
    waitForJobs: () => waitForJobs(at),
    changes: await countChanges(at),
  };
  return world;
}

/** A session of this person's that has ended. */
async function expiredSession(at: TestServer, person: Person): Promise<string> {
  const json = { email: person.session.user.email, password: "lee bow" };
  const { body } = await at.call("POST", "/api/users/login/", { json });
  const token = String(body.access).split(".")[0]!;
  await sql`update sessions set expires_at = now() - interval '1 hour' where token = ${token}`.execute(at.context.db);
  return body.access;
}

async function team({ context: { db } }: TestServer, created_by: number): Promise<number> {
  const name = `Team ${randomUUID()}`;
  const row = await db.insertInto("teams").values({ name, created_by }).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Resolves when no job is waiting or running. */
export async function waitForJobs({ context: { db } }: TestServer): Promise<void> {
  const waiting = sql`
    select from pgboss.job where state in ('created', 'retry', 'active') and name <> 'sweep' limit 1`;
  await until(async () => (await waiting.execute(db)).rows.length === 0);
}

/** Written by every call, or by refused logins. */
const NOT_COMPARED = ["rate_limits", "login_attempts", "sessions", "verifications"];

/**
 * Counts changes of rows from now on, in a table of its own, by triggers: comparing all rows before and after each call
 * takes most of the time of the whole matrix.
 */
async function countChanges({ context: { db } }: TestServer): Promise<() => Promise<number>> {
  await sql`create schema counted`.execute(db);
  await sql`create table counted.changes (table_name text not null)`.execute(db);
  await sql`
    create function counted.note() returns trigger language plpgsql as $$
    begin
      insert into counted.changes values (tg_table_name);
      return null;
    end $$`.execute(db);
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  for (const name of tables.map(({ name }) => name).filter((name) => !NOT_COMPARED.includes(name))) {
    const table = sql.table(name);
    await sql`create trigger noted_rows after insert or delete on ${table}
      for each row execute function counted.note()`.execute(db);
    await sql`create trigger noted_changes after update on ${table}
      for each row when (old.* is distinct from new.*) execute function counted.note()`.execute(db);
    await sql`create trigger noted_truncation after truncate on ${table} execute function counted.note()`.execute(db);
  }
  return async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from counted.changes`.execute(db);
    return rows[0]!.count;
  };
}
