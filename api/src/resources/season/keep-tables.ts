import { sql } from "kysely";
import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { defineSearch, FULL_QUEUE_WAIT_S, PIECE, type Rest, restBehind } from "../../platform/jobs/define-scan.ts";
import { isFull, lockJobSearch, withoutOpenJob } from "../../platform/jobs/queue.ts";
import {
  keysOfTables,
  partitionOfSessions,
  placesOfTables,
  TABLES_FOLDER,
  type TablesPlace,
  trackOfFile,
} from "./place.ts";
import { WRITE_TABLES } from "./write-tables.ts";

const DAY_S = 24 * 3600;
/** A job ends after this and enqueues the next one: far below its time limit. */
const BUDGET_MS = 60_000;

/**
 * Once a day and after a start: removes the files of the tables that are none of a present result, such as those of tracks
 * that a restored database does not have; without the setting all of them.
 */
export const SWEEP_TABLES = defineSearch({
  name: "sweep-tables",
  after: z.string(),
  every_s: DAY_S,
  failed: "the tables of deleted tracks could not be removed",
  search: async (context, after) => restBehind(await sweepTables(context, after)),
});

/** Of the files behind this key. Answers the key it has come to in its time; null: all are done. */
export async function sweepTables(
  context: AppContext,
  after: string | null = null,
  budget_ms: number = BUDGET_MS,
): Promise<string | null> {
  const end = Date.now() + budget_ms;
  for await (const { files, next } of context.storage.pages(TABLES_FOLDER, after)) {
    const own = files.map(({ key }) => ({ key, track_id: trackOfFile(key) })).filter(isOwn);
    const present = await presentKeys(context, [...new Set(own.map(({ track_id }) => track_id))]);
    for (const { key } of own) if (!present.has(key)) await context.storage.remove(key);
    if (Date.now() >= end) return next;
  }
  return null;
}

const isOwn = (file: { key: string; track_id: number | null }): file is { key: string; track_id: number } =>
  file.track_id !== null;

async function presentKeys(context: AppContext, track_ids: readonly number[]): Promise<Set<string>> {
  const places = await placesOfTables(context.db, track_ids);
  return new Set(places.flatMap((place) => [...keysOfTables(context, place).values()]));
}

const Partition = z.object({ boat_class: z.string(), month: z.string() });
type Partition = z.infer<typeof Partition>;

/** Once a day and after a start: enqueues the tracks whose results are not in the tables, class by class and month by month. */
export const STORE_MISSING_TABLES = defineSearch({
  name: "store-missing-tables",
  after: Partition,
  every_s: DAY_S,
  failed: "tracks that are not in the tables could not be enqueued",
  search: (context, after) => storeMissingTables(context, after),
});

/** Of the partitions behind this one. Answers where the next job goes on, and after how long; null: all are done. */
async function storeMissingTables(
  context: AppContext,
  after?: Partition,
  budget_ms: number = BUDGET_MS,
): Promise<Rest<Partition> | null> {
  if (context.config.season_tables.length === 0) return null;
  const end = Date.now() + budget_ms;
  for (let from = after; ; ) {
    const partition = await nextPartition(context.db, from);
    if (!partition) return null;
    if (!(await enqueueMissing(context, await missingIn(context, partition))))
      return { after: from, after_s: FULL_QUEUE_WAIT_S };
    from = partition;
    if (Date.now() >= end) return { after: from, after_s: 0 };
  }
}

const firstDay = ({ month }: Partition) => sql`${`${month}-01`}::date`;
const nextMonth = (partition: Partition) => sql`(${firstDay(partition)} + interval '1 month')::date`;

/** The first partition, or that behind this one. */
export async function nextPartition(db: Db, after: Partition | undefined): Promise<Partition | undefined> {
  const isBehind = after
    ? sql`(boat_class, local_date) >= (${after.boat_class}::text, ${nextMonth(after)})`
    : sql`true`;
  const { rows } = await sql<Partition>`
    select boat_class, to_char(local_date, 'YYYY-MM') as month from track_facts
      where ${isBehind} order by boat_class, local_date limit 1`.execute(db);
  return rows[0];
}

/** A session is complete when its file in `sessions` is there. */
async function missingIn(context: AppContext, partition: Partition): Promise<number[]> {
  const stored = new Set<string>();
  for await (const { files } of context.storage.pages(partitionOfSessions(partition)))
    for (const { key } of files) stored.add(key);
  const places = await placesInPartition(context.db, partition);
  const missing = places.filter((place) => !stored.has(keysOfTables(context, place).get("sessions")!));
  return missing.map(({ track_id }) => track_id);
}

export async function placesInPartition(db: Db, partition: Partition): Promise<TablesPlace[]> {
  const { rows } = await sql<TablesPlace>`
    select track_id, result_key, boat_class, local_date from track_facts
      where boat_class = ${partition.boat_class}::text
        and local_date >= ${firstDay(partition)} and local_date < ${nextMonth(partition)}`.execute(db);
  return rows;
}

/** False when the queue has enough to do before all of them are in it. */
async function enqueueMissing({ db, jobs }: AppContext, track_ids: readonly number[]): Promise<boolean> {
  for (let from = 0; from < track_ids.length; from += PIECE) {
    const payloads = track_ids.slice(from, from + PIECE).map((track_id) => ({ track_id }));
    const isTaken = await db.transaction().execute(async (trx) => {
      await lockJobSearch(trx);
      if (await isFull(trx, WRITE_TABLES.name)) return false;
      await jobs.enqueueAll(trx, WRITE_TABLES, await withoutOpenJob(trx, WRITE_TABLES.name, payloads), {
        low_priority: true,
      });
      return true;
    });
    if (!isTaken) return false;
  }
  return true;
}
