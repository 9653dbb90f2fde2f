import { type ConstructorOptions, fromKysely, type Job, PgBoss } from "pg-boss";
import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { inLogScope, type Log } from "../http/log.ts";
import type { AnyJob, JobDefinition } from "./definition.ts";

/** Background jobs, in the server's own database. */
export interface Jobs {
  /** Enqueues a job in the transaction that writes the rows it is about. Low priority: after everything users wait for. */
  enqueue<Payload>(
    trx: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { low_priority?: boolean },
  ): Promise<void>;
  /** Starts to run jobs, and to enqueue the scheduled ones, in this process. */
  work(context: AppContext): Promise<void>;
  /** Waits for the running jobs, then closes the connections. */
  stop(): Promise<void>;
}

/** Jobs that take longer than this to end when the server stops are run again by the next process. Guess. */
const STOP_TIMEOUT_MS = 60_000;
/** A job whose worker sent no heartbeat for this long is given to another one. */
const HEARTBEAT_S = 10;
/** How often the queue looks for such jobs. */
const SUPERVISE_S = 5;
/** How often a worker looks for a job that somebody waits for: the delay between an upload and its analysis. */
const AWAITED_POLLING_S = 0.5;
/** How often for others. Looking for all of them twice a second took an idle server 0.18 of a core; now 0.08. */
const POLLING_S = 2;

/** Dead letter queue of a definition: its jobs end there after their last attempt. */
export const failedQueue = ({ name }: { name: string }) => `${name}-failed`;

/** Opens the queues of these definitions, creating those that do not exist. */
export async function startJobs(
  connection: ConstructorOptions,
  log: Log,
  definitions: readonly AnyJob[],
): Promise<Jobs> {
  // pg-boss's own schedules stay off: see `schedule` below.
  const boss = new PgBoss({
    ...connection,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  });
  boss.on("error", (error) => log.error("jobs", { error }));
  await boss.start();
  for (const definition of definitions) await openQueues(boss, definition);
  const timers: NodeJS.Timeout[] = [];
  return {
    async enqueue(trx, { name, payload: schema }, payload, { low_priority = false } = {}) {
      await boss.send(name, schema.parse(payload) as object, {
        db: fromKysely(trx),
        priority: low_priority ? -1 : 0,
      });
    },
    async work(context) {
      for (const definition of definitions) {
        await workOn(boss, context, definition);
        if (definition.every_s) timers.push(schedule(boss, log, definition.name, definition.every_s));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

async function openQueues(boss: PgBoss, definition: AnyJob): Promise<void> {
  const options = {
    deadLetter: failedQueue(definition),
    retryLimit: definition.retries,
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: definition.timeout_s,
    ...(definition.retry_delay_s && { retryDelay: definition.retry_delay_s }),
    ...deletion(definition),
  };
  await boss.createQueue(failedQueue(definition), deletion(definition));
  await boss.createQueue(definition.name, options);
  // createQueue does not change an existing queue.
  await boss.updateQueue(definition.name, options);
  // pg-boss reads a queue's options at its first use, outside our transaction: on the embedded database, which has one
  // connection, that would wait for ever.
  await boss.findJobs(definition.name, { id: "00000000-0000-0000-0000-000000000000" });
}

const deletion = ({ deleted_after_s }: AnyJob) => (deleted_after_s ? { deleteAfterSeconds: deleted_after_s } : {});

async function workOn(boss: PgBoss, context: AppContext, definition: AnyJob): Promise<void> {
  /** One worker of this queue. After a job it looks for the next one at once: it waits only where there is none. */
  const begin = async (queue: string, act: "run" | "onFailed", pollingIntervalSeconds: number) => {
    const worker: string = await boss.work(queue, { pollingIntervalSeconds }, async (jobs: Job<unknown>[]) => {
      boss.notifyWorker(worker);
      for (const { id, data } of jobs) await attempt(context, definition, act, id, data);
    });
  };
  const polling_s = definition.is_awaited ? AWAITED_POLLING_S : POLLING_S;
  for (let i = 0; i < definition.parallel; i++) await begin(definition.name, "run", polling_s);
  await begin(failedQueue(definition), "onFailed", POLLING_S);
}

/** One attempt of a job, measured and logged. */
async function attempt(
  context: AppContext,
  definition: AnyJob,
  act: "run" | "onFailed",
  job_id: string,
  data: unknown,
): Promise<void> {
  const { metrics, log } = context;
  const job = act === "run" ? definition.name : failedQueue(definition);
  const start = performance.now();
  await inLogScope({ job, job_id }, async () => {
    let outcome: "done" | "failed" = "failed";
    try {
      await definition[act](context, definition.payload.parse(data));
      outcome = "done";
    } catch (error) {
      log.info("an attempt of a job failed", { error });
      throw error;
    } finally {
      const ms = performance.now() - start;
      metrics.ran(job, outcome, ms / 1000);
      log.info("job", { outcome, ms: Math.round(ms) });
    }
  });
}

/** Enqueues a job once a period. Every worker process does so; the queue takes one job for each period. */
function schedule(boss: PgBoss, log: Log, name: string, every_s: number): NodeJS.Timeout {
  const send = () =>
    boss
      .send(name, {}, { singletonSeconds: every_s })
      .catch((error: unknown) => log.error("a scheduled job could not be enqueued", { name, error }));
  return setInterval(send, every_s * 1000).unref();
}
