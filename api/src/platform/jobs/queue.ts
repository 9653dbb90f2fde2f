/** The only reader of pg-boss's private tables: what waits, runs and has failed. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AppContext } from "../context.ts";
import { type Db, withoutTimeouts } from "../db/open.ts";
import { LIMITS } from "../limits.ts";
import type { AnyJob } from "./definition.ts";

/** Number of the advisory lock; any that nothing else uses. */
const LOCK = 6_200_131;

/** Processes that start together look for work one after the other: each sees the jobs that the one before enqueued. */
export async function lockJobSearch(trx: Db): Promise<void> {
  await withoutTimeouts(trx);
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx);
}

/** Dead letter queue of a definition: its jobs end there after their last attempt. */
export const failedQueue = ({ name }: { name: string }) => `${name}-failed`;

/** States of jobs that wait or run. */
const OPEN = sql`state in ('created', 'retry', 'active')`;

/** With more open jobs than this, further ones are enqueued later: the queue stays quick however many rows wait. *guess* */
const MAX_OPEN = 10_000;

/** Whether a queue has enough to do. */
export async function isFull(trx: Db, queue: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select count(*) > ${MAX_OPEN}::integer as is from pgboss.job
    where name = ${queue} and ${OPEN}`.execute(trx);
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
    select data from pgboss.job where name in (${queue}, ${failedQueue({ name: queue })}) and ${OPEN}`.execute(trx);
  const open = new Set(rows.map(({ data }) => textOf(data)));
  return payloads.filter((payload) => !open.has(textOf(payload)));
}

/** The database returns the fields of a payload in another order. */
const textOf = (payload: object): string =>
  JSON.stringify(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * A condition: no job of this queue or its dead letter queue is open whose payload has these whole numbers, by its fields, in
 * columns of the row.
 */
export function hasNoJob(queue: string, fields: Readonly<Record<string, string>>): RawBuilder<SqlBool> {
  const same = Object.entries(fields).map(([field, column]) => sql`(data->>${field})::integer = ${sql.ref(column)}`);
  return sql<SqlBool>`not exists (select from pgboss.job
    where name in (${queue}, ${failedQueue({ name: queue })}) and ${OPEN} and ${sql.join(same, sql` and `)})`;
}

/** Whether a job of this queue itself is open whose payload has this number. */
export async function hasOpenJob(trx: Db, queue: string, field: string, id: number): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where name = ${queue} and ${OPEN}
    and (data->>${field})::integer = ${id}::integer limit 1`.execute(trx);
  return rows.length > 0;
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

/** A cancelled job has no place in a period: another one may have taken it when this one is enqueued again. */
export const leavePeriod = (trx: Db, id: string) =>
  sql`update pgboss.job set singleton_on = null where id = ${id}::uuid`.execute(trx);

/** How a job's attempts ended before an administrator ran it again decides nothing about the one that follows. */
export const forgetOutput = (trx: Db, id: string) =>
  sql`update pgboss.job set output = null where id = ${id}::uuid`.execute(trx);

/** What reads pg-boss's tables on its own connection. */
interface Reader {
  executeSql(text: string): Promise<{ rows: unknown[] }>;
}

/** Names of the queues with a job that may run now; one search in an index of pg-boss for each. */
export async function queuesWithJobs(db: Reader): Promise<string[]> {
  const { rows } = await db.executeSql(`select name from pgboss.queue where exists (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
  )`);
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** Whether there is a job whose worker sent no heartbeat in time, or that takes longer than it may. */
export async function hasLostJobs(db: Reader): Promise<boolean> {
  const { rows } = await db.executeSql(`select from pgboss.job where state = 'active' and (
    heartbeat_on + heartbeat_seconds * interval '1 s' < now() or started_on + expire_seconds * interval '1 s' < now()
  ) limit 1`);
  return rows.length > 0;
}

/** Jobs by queue and state, and the age of the oldest, for the metrics. */
export async function countsOfQueues(db: Db) {
  const { rows } = await sql<{ name: string; state: string; jobs: number; age_s: number }>`
    select name, state::text as state, count(*)::integer as jobs,
      coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as age_s
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db);
  return rows;
}

/** Age of the first job that waits and may run, s; of all queues but this one. */
export async function oldestWaiting(db: Db, but: string): Promise<number> {
  const { rows } = await sql<{ age_s: number }>`
    select coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as age_s from pgboss.job
    where state = 'created' and start_after <= now() and name <> ${but}`.execute(db);
  return rows[0]!.age_s;
}

/** How many jobs of a queue are open, and since when its attempts fail, with the last reason. */
export async function failingSince(db: Db, queue: string) {
  const { rows } = await sql<{ waiting: number; since: Date | null; message: string | null }>`
    select count(*)::integer as waiting, min(started_on) filter (where state = 'retry') as since,
      max(${MESSAGE}) filter (where state = 'retry') as message
    from pgboss.job as job where name = ${queue} and ${OPEN}`.execute(db);
  return rows[0]!;
}

const MESSAGE = sql`coalesce(job.output->>'message', job.output->'value'->>'message')`;

/** Our states of jobs; those that are done or given up have none. */
export type JobState = "failed" | "running" | "waiting" | "cancelled";

export interface JobRow {
  id: string;
  name: string;
  state: JobState;
  subject: string | null;
  error: string | null;
  attempts: number;
  time: Date;
}

const STATE = sql`case job.state when 'failed' then 'failed' when 'active' then 'running' when 'cancelled' then 'cancelled'
  else 'waiting' end`;
/** Longest text of an error that is shown. */
const ERROR_CHARS = 300;

/** Conditions and columns of the jobs that an administrator sees: not those that look for work, nor those that were given up. */
function shownJobs(definitions: readonly AnyJob[]) {
  const searches = definitions.filter(({ is_search }) => is_search).map(({ name }) => name);
  const isShownKind = sql`job.name not like '%-failed' and job.name not like '\\_\\_pgboss%'
    and job.name <> all(${searches}::text[])`;
  const isShown = sql`job.state in ('created', 'retry', 'active', 'failed', 'cancelled') and ${isShownKind}`;
  const subjects = [...new Set(definitions.flatMap(({ subject }) => subject ?? []))].map((one) => sql`(${one})`);
  const jobs = sql`select job.id, job.name, ${STATE} as state, coalesce(${sql.join([...subjects, sql`null`])}) as subject,
    left(${MESSAGE}, ${ERROR_CHARS}::integer) as error,
    job.retry_count + case when job.state = 'created' then 0 else 1 end as attempts,
    coalesce(job.completed_on, job.started_on, job.created_on) as time
    from pgboss.job as job`;
  return { isShownKind, isShown, jobs };
}

/** The jobs of these definitions as an administrator sees them. */
export function jobList(definitions: readonly AnyJob[]) {
  const { isShownKind, isShown, jobs } = shownJobs(definitions);
  return {
    /** Failed jobs, the last first, then running, then waiting ones, the next first, then cancelled ones. */
    async list(
      db: Db,
      { state, name }: { state?: JobState | undefined; name?: string | undefined },
    ): Promise<JobRow[]> {
      const conditions: RawBuilder<unknown>[] = [isShown];
      if (state) conditions.push(sql`${STATE} = ${state}`);
      if (name) conditions.push(sql`job.name = ${name}`);
      const { rows } = await sql<JobRow>`${jobs} where ${sql.join(conditions, sql` and `)}
        order by job.state <> 'failed', job.state <> 'active', job.state = 'cancelled',
          case when job.state in ('failed', 'cancelled') then job.completed_on end desc, job.created_on, job.id
        limit ${LIMITS.jobs_listed}::integer`.execute(db);
      return rows;
    },
    /** Of those that an administrator may have to look at: not of cancelled ones. */
    async count(db: Db): Promise<Record<Exclude<JobState, "cancelled">, number>> {
      const { rows } = await sql<{ state: Exclude<JobState, "cancelled">; count: number }>`
        select ${STATE} as state, count(*)::integer as count from pgboss.job as job
        where ${isShown} and job.state <> 'cancelled' group by 1`.execute(db);
      const counts = { failed: 0, running: 0, waiting: 0 };
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },
    async find(db: Db, id: string): Promise<JobRow | undefined> {
      const { rows } = await sql<JobRow>`${jobs} where job.id = ${id}::uuid and ${isShown}`.execute(db);
      return rows[0];
    },
    /** Locks a job, also one that is done: no worker begins or ends it before the transaction ends. False: there is none. */
    async lock(trx: Db, id: string): Promise<boolean> {
      const { rows } =
        await sql`select from pgboss.job as job where id = ${id}::uuid and ${isShownKind} for update`.execute(trx);
      return rows.length > 0;
    },
    /** Locks the failed jobs, always in the same order: they stay failed until the transaction changes them or ends. */
    async lockFailed(trx: Db): Promise<JobRow[]> {
      const { rows } = await sql<JobRow>`${jobs} where job.state = 'failed' and ${isShownKind} order by job.id
        limit ${LIMITS.jobs_listed}::integer for update of job`.execute(trx);
      return rows;
    },
    canCancel: (name: string): boolean => definitions.some((one) => one.name === name && one.onCancelled !== undefined),
    /** Ends a job that waits or runs, in the transaction that has locked it. */
    async cancel(context: AppContext, trx: Db, { id, name }: Pick<JobRow, "id" | "name">): Promise<void> {
      await context.jobs.cancel(trx, name, id);
      await act(trx, definitions, { id, name }, (one, payload) => one.onCancelled?.(context, trx, payload));
    },
    /** Enqueues a failed or cancelled job again under its id. What its end has written is taken back, or it would do nothing. */
    async retry({ jobs: queue }: Pick<AppContext, "jobs">, trx: Db, job: JobRow): Promise<void> {
      await act(trx, definitions, job, (one, payload) => one.onRetried?.(trx, payload));
      await (job.state === "cancelled" ? queue.resume : queue.retry)(trx, job.name, job.id);
    },
  };
}

/** A job of an earlier version of the server may have another payload: then no row waits for it that could be named. */
async function act(
  trx: Db,
  definitions: readonly AnyJob[],
  { id, name }: Pick<JobRow, "id" | "name">,
  end: (definition: AnyJob, payload: unknown) => Promise<unknown> | undefined,
): Promise<void> {
  const definition = definitions.find((one) => one.name === name);
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where id = ${id}::uuid`.execute(trx);
  const payload = definition?.payload.safeParse(rows[0]?.data);
  if (definition && payload?.success) await end(definition, payload.data);
}
