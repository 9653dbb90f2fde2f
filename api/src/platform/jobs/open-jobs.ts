import { type RawBuilder, sql } from "kysely";
import { type Db, withoutTimeouts } from "../db/open.ts";

/** Number of the advisory lock; any that nothing else uses. */
const LOCK = 6_200_131;

/** Processes that start together look for work one after the other: each sees the jobs that the one before enqueued. */
export async function lockJobSearch(trx: Db): Promise<void> {
  await withoutTimeouts(trx);
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx);
}

/** Rows of one transaction that looks for work: the embedded database answers no call meanwhile. *guess*: some 50 ms. */
export const PIECE = 1000;

/** With more open analyses than this, further ones are enqueued later: the queue stays quick however many tracks there are. *guess* */
const MAX_OPEN = 10_000;
/** Seconds until they are looked for again. */
export const FULL_QUEUE_WAIT_S = 60;

/** Whether a queue has enough to do. */
export async function isFull(trx: Db, queue: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select count(*) > ${MAX_OPEN}::integer as is from pgboss.job
    where name = ${queue} and state in ('created', 'retry', 'active')`.execute(trx);
  return rows[0]!.is;
}

/** The payloads among these of which no job of this queue or its dead letter queue waits or runs. */
export async function withoutOpenJob<Payload extends object>(
  trx: Db,
  queue: string,
  payloads: readonly Payload[],
): Promise<Payload[]> {
  if (payloads.length === 0) return [];
  const { rows } = await sql<{ data: Payload }>`
    select data from pgboss.job where name in (${queue}, ${`${queue}-failed`})
      and state in ('created', 'retry', 'active')`.execute(trx);
  const open = new Set(rows.map(({ data }) => textOf(data)));
  return payloads.filter((payload) => !open.has(textOf(payload)));
}

/**
 * Ids of `waiting`, the first {@link PIECE} behind `after`, for which no job of this queue or its dead letter queue is
 * open; `field` of its payload has the id.
 */
export async function withoutJob(
  trx: Db,
  queue: string,
  field: string,
  waiting: RawBuilder<{ id: number }>,
  after: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${waiting}) as waiting where id > ${after}::integer and not exists (
      select from pgboss.job where name in (${queue}, ${`${queue}-failed`}) and state in ('created', 'retry', 'active')
        and (data->>${field})::integer = waiting.id
    ) order by id limit ${PIECE}::integer`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Gives the job of this queue that waits for its first attempt, and whose payload has the same `field`, this payload and
 * the priority of what people wait for. False without such a job: one that runs, or is tried again, is left as it is.
 */
export async function reuseWaitingJob<Payload extends object>(
  trx: Db,
  queue: string,
  field: keyof Payload & string,
  payload: Payload,
): Promise<boolean> {
  // A job that a worker is taking, or an administrator cancels, is passed over: it may have the former payload.
  const { rows } = await sql`
    update pgboss.job set data = ${JSON.stringify(payload)}::jsonb, priority = greatest(priority, 0)
    where name = ${queue} and id = (
      select id from pgboss.job where name = ${queue} and state = 'created' and start_after <= clock_timestamp()
        and data->>${field} = ${String(payload[field])} limit 1 for update skip locked
    ) returning id`.execute(trx);
  return rows.length > 0;
}

/** The database returns the fields of a payload in another order. */
const textOf = (payload: object): string =>
  JSON.stringify(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1)));
