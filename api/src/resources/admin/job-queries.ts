import { type RawBuilder, sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { canCancel } from "./cancel-job.ts";
import type { AdminJob, AdminJobs, JobState } from "./schema.ts";

/** Longest text of an error that is shown. */
const ERROR_CHARS = 300;

export interface JobRow {
  id: string;
  name: string;
  state: JobState;
  subject: string | null;
  error: string | null;
  attempts: number;
  time: Date;
}

/** Our state of the queue's; those that are done or given up have none. */
const STATE = sql`case job.state when 'failed' then 'failed' when 'active' then 'running' when 'cancelled' then 'cancelled'
  else 'waiting' end`;
/** The queues of given up jobs and those that look for work are of no use to an administrator. */
const SHOWN_KIND = sql`job.name not like '%-failed'
  and job.name not in ('sweep', 'build-indexes', 'enqueue-lost', 'enqueue-outdated', 'store-missing-facts',
    'sweep-tables', 'store-missing-tables')
  and job.name not like '\\_\\_pgboss%'`;
const SHOWN = sql`job.state in ('created', 'retry', 'active', 'failed', 'cancelled') and ${SHOWN_KIND}`;

const SUBJECT = sql`coalesce(
  (select concat_ws(', ', users.name, tracks.file_name) from tracks join users on users.id = tracks.user_id
    where tracks.id = (job.data->>'track_id')::integer),
  (select name from races where id = (job.data->>'race_id')::integer),
  (select original_name from wind_files where id = (job.data->>'wind_file_id')::integer),
  (select name from wind_reports where id = (job.data->>'wind_report_id')::integer))`;

const JOBS = sql`select job.id, job.name, ${STATE} as state, ${SUBJECT} as subject,
  left(coalesce(job.output->>'message', job.output->'value'->>'message'), ${ERROR_CHARS}::integer) as error,
  job.retry_count + case when job.state = 'created' then 0 else 1 end as attempts,
  coalesce(job.completed_on, job.started_on, job.created_on) as time
  from pgboss.job as job`;

/** Failed jobs, the last first, then running, then waiting ones, the next first, then cancelled ones. */
export async function listJobs(db: Db, { state, name }: { state?: JobState | undefined; name?: string | undefined }) {
  const conditions: RawBuilder<unknown>[] = [SHOWN];
  if (state) conditions.push(sql`${STATE} = ${state}`);
  if (name) conditions.push(sql`job.name = ${name}`);
  const { rows } = await sql<JobRow>`${JOBS} where ${sql.join(conditions, sql` and `)}
    order by job.state <> 'failed', job.state <> 'active', job.state = 'cancelled',
      case when job.state in ('failed', 'cancelled') then job.completed_on end desc, job.created_on, job.id
    limit ${LIMITS.jobs_listed}::integer`.execute(db);
  return rows;
}

/** Of those that an administrator may have to look at: not of cancelled ones. */
export async function countJobs(db: Db): Promise<AdminJobs["counts"]> {
  const { rows } = await sql<{ state: Exclude<JobState, "cancelled">; count: number }>`
    select ${STATE} as state, count(*)::integer as count from pgboss.job as job
    where ${SHOWN} and job.state <> 'cancelled' group by 1`.execute(db);
  const counts = { failed: 0, running: 0, waiting: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

export async function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`${JOBS} where job.id = ${id}::uuid and ${SHOWN}`.execute(db);
  return rows[0];
}

/** Locks a job, also one that is done: no worker begins or ends it before the transaction ends. False: there is none. */
export async function lockJob(trx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job as job where id = ${id}::uuid and ${SHOWN_KIND} for update`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Locks the failed jobs, always in the same order: they stay failed until the transaction changes them or ends. */
export async function lockFailedJobs(trx: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`${JOBS} where job.state = 'failed' and ${SHOWN_KIND} order by job.id
    limit ${LIMITS.jobs_listed}::integer for update of job`.execute(trx);
  return rows;
}

export const presentJob = ({ time, ...row }: JobRow): AdminJob => ({
  ...row,
  time: time.toISOString(),
  can_cancel: canCancel(row.name) && (row.state === "waiting" || row.state === "running"),
});

/** Enqueues a failed or cancelled job again under its id. What its end has written is taken back, or it would do nothing. */
export async function retryJob({ jobs }: Pick<AppContext, "jobs">, trx: Db, job: JobRow): Promise<void> {
  await RESET[job.name]?.(job.id).execute(trx);
  await (job.state === "cancelled" ? jobs.resume : jobs.retry)(trx, job.name, job.id);
}

const dataOf = (id: string) => sql`(select data from pgboss.job where id = ${id}::uuid)`;
const WAITING = sql`case when result_key is null then 1 else 4 end`;

const RESET: Record<string, (id: string) => RawBuilder<unknown>> = {
  "analyze-track": (id) => sql`update tracks set processing_status = ${WAITING}, error = null, error_kind = null,
    failed_engine = null from ${dataOf(id)} as job
    where tracks.id = (job.data->>'track_id')::integer and tracks.revision = (job.data->>'revision')::integer`,
  "race-wind": (id) => sql`update races set processing_status = ${WAITING}, error = null from ${dataOf(id)} as job
    where races.id = (job.data->>'race_id')::integer and races.revision = (job.data->>'revision')::integer`,
  "read-wind-file": (id) => sql`update wind_files set processing_status = 1, error = null from ${dataOf(id)} as job
    where wind_files.id = (job.data->>'wind_file_id')::integer and result_key is null`,
  "compute-wind-report": (id) => sql`update wind_reports set error = null from ${dataOf(id)} as job
    where wind_reports.id = (job.data->>'wind_report_id')::integer`,
};
