import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "./open.ts";

/**
 * Indexes of tables that may be large, by their names. They are no part of the migrations, which end before a server
 * answers: a job builds them while it does. Nothing but speed may depend on them.
 */
export const INDEXES: Readonly<Record<string, string>> = {
  tracks_unfinished: "tracks (processing_status, id) where processing_status <> 3",
  // Which have another engine than the present one, and whose results are those of a key, after each start.
  tracks_by_engine: "tracks (engine)",
  tracks_by_results: "tracks (result_key)",
  // The deletion of a track looks for the second receivers that refer to it.
  tracks_of_same_boat: "tracks (((same_boat->>'track')::integer)) where same_boat is not null",
  wind_files_by_engine: "wind_files (engine)",
  wind_files_by_results: "wind_files (result_key)",
  races_by_results: "races (result_key)",
  // The tables of the season are compared with them class by class and month by month.
  facts_by_class: "track_facts (boat_class, local_date)",
  sessions_by_end: "sessions (expires_at)",
  // The sweep deletes those that nothing refers to.
  segments_retired: "segments (retired_at) where retired_at is not null",
  // References: the deletion of an account looks for the rows that refer to it.
  teams_by_creator: "teams (created_by)",
  race_shares_by_maker: "race_shares (created_by)",
  race_consents_by_asker: "race_consents (asked_by)",
  race_consents_of_person: "race_consents (user_id, race_id)",
  billing_customers_of_user: "billing_customers (user_id)",
  garmin_states_of_user: "garmin_states (user_id)",
  embedded_subscriptions_of_user: "embedded_subscriptions (user_id)",
  embedded_checkouts_of_user: "embedded_checkouts (user_id)",
  embedded_checkouts_of_subscription: "embedded_checkouts (subscription_id)",
};

/** Number of the advisory lock; any that nothing else uses. */
const LOCK = 6_200_132;
const LOCK_POLL_MS = 1000;
const STOP_POLL_MS = 500;

interface IndexOptions {
  /** On PostgreSQL: writes go on while an index is built. */
  concurrently: boolean;
  indexes?: typeof INDEXES;
  /** True: the process ends, and so does the building. */
  isStopping?: () => boolean;
}

/**
 * Builds the indexes that are missing and answers their names. One whose concurrent building was cut short stays as an
 * invalid one, which is dropped and built again.
 */
export function buildIndexes(db: Db, options: IndexOptions): Promise<string[]> {
  const { concurrently, indexes = INDEXES, isStopping = () => false } = options;
  if (!concurrently) return buildMissing(db, indexes, "");
  return db.connection().execute(async (connection) => {
    await lock(connection);
    const stopWatching = await cancelWhen(isStopping, db, connection);
    return buildMissing(connection, indexes, "concurrently").finally(async () => {
      stopWatching();
      await unlock(connection);
    });
  });
}

async function buildMissing(db: Db, indexes: typeof INDEXES, how: "" | "concurrently"): Promise<string[]> {
  const names = await missing(db, indexes);
  for (const name of names) {
    await sql.raw(`drop index ${how} if exists ${name}`).execute(db);
    await sql.raw(`create index ${how} ${name} on ${indexes[name]}`).execute(db);
  }
  return names;
}

/** Those of the indexes that no query can use. */
async function missing(db: Db, indexes: typeof INDEXES): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and indisvalid`.execute(db);
  const valid = new Set(rows.map(({ name }) => name));
  return Object.keys(indexes).filter((name) => !valid.has(name));
}

/**
 * One process builds at a time. The others try again and again: a session that waited for the lock would be a transaction
 * whose end the building waits for.
 */
async function lock(connection: Db): Promise<void> {
  // A build takes as long as the table is large, and waits for every transaction that was open when it began.
  await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
    connection,
  );
  for (;;) {
    const { rows } = await sql<{ is: boolean }>`select pg_try_advisory_lock(${LOCK}::bigint) as is`.execute(connection);
    if (rows[0]!.is) return;
    await wait(LOCK_POLL_MS);
  }
}

/** Cancels the statement of this connection when the process ends, which would wait for it. */
async function cancelWhen(isStopping: () => boolean, db: Db, connection: Db): Promise<() => void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  const cancel = () => sql`select pg_cancel_backend(${rows[0]!.pid}::integer)`.execute(db).catch(() => undefined);
  const timer = setInterval(() => void (isStopping() && cancel()), STOP_POLL_MS);
  return () => clearInterval(timer);
}

/** Gives the connection back as it was; one that is broken has lost the lock. */
async function unlock(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection).catch(() => undefined);
  await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
  await sql`reset lock_timeout`.execute(connection).catch(() => undefined);
}
