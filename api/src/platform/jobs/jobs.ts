import { createHash } from "node:crypto";
import { type ConstructorOptions, fromKysely, type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { inLogScope, type Log, withoutSecrets } from "../log.ts";
import type { AnyJob, JobDefinition } from "./definition.ts";
import { failedQueue, forgetOutput, leavePeriod } from "./queue.ts";
import { watchQueues } from "./watch-queues.ts";

declare module "../context.ts" {
  interface AppContext {
    jobs: Jobs;
  }
}

export interface EnqueueOptions {
  low_priority?: boolean;
  /** Not before so many seconds. */
  after_s?: number;
  /** Of jobs with the same key one is enqueued now and one in the next period of so many seconds, however many are sent. */
  at_most?: { key: string; every_s: number };
}

/** Background jobs, in the server's own database. */
export interface Jobs {
  /** Enqueues a job in the transaction that writes the rows it is about. Low priority: after everything users wait for. */
  enqueue<Payload>(trx: Db, job: JobDefinition<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
  /** Enqueues many jobs of a kind by one statement. */
  enqueueAll<Payload>(
    trx: Db,
    job: JobDefinition<Payload>,
    payloads: readonly Payload[],
    options?: Pick<EnqueueOptions, "low_priority">,
  ): Promise<void>;
  /** Runs a failed job again, under its id and with one attempt more. */
  retry(trx: Db, name: string, id: string): Promise<void>;
  /** Ends a job that waits or runs. The attempt of one that runs loses its place within a heartbeat, and writes no results. */
  cancel(trx: Db, name: string, id: string): Promise<void>;
  /** Enqueues a cancelled job again, under its id. */
  resume(trx: Db, name: string, id: string): Promise<void>;
  /** Starts to run jobs, and to enqueue the scheduled ones, in this process. */
  work(context: AppContext): Promise<void>;
  /** Waits for the running jobs, then closes the connections. */
  stop(): Promise<void>;
}

/** Jobs that take longer than this to end when the server stops are run again by the next process. Guess. */
const STOP_TIMEOUT_MS = 60_000;
/** A job whose worker sent no heartbeat for this long is given to another one. */
const HEARTBEAT_S = 10;
/** Attempts that a job may lose to the end of its worker, beside those of its definition: it may be none of its doing. *guess* */
const LOST_ATTEMPTS = 4;
/** What pg-boss writes to a job that takes longer than it may, in its process and elsewhere. */
const TIME_OVER = /^(handler execution exceeded \d+s|job timed out)$/;
/** How often pg-boss counts its queues and deletes old jobs, in about 14 queries. */
const MAINTENANCE_S = 60;
/** How often each worker looks for a job by itself: notifications and `watchQueues` wake it before. */
const POLLING_S = 120;
/** How often pg-boss looks for chains of jobs, which there are none of. */
const CHAINS_S = 3600;

/** Starts within so many seconds are one. *guess* */
const START_PERIOD_S = 5;
/** What is looked through after a start begins so much later: the first calls are answered before. *guess* */
const START_DELAY_S = 2;
/** The same is looked through once more, for what processes of another version did before they ended. *guess* */
const START_AGAIN_MS = 600_000;

const once = (key: string, every_s: number) => ({
  singletonKey: key,
  singletonSeconds: every_s,
  singletonNextSlot: true,
});

/** What is done about the error of an attempt, beside a further attempt. */
type OnError = (context: AppContext, error: unknown) => Promise<unknown>;

interface Worker {
  context: AppContext;
  onError: OnError;
}

/** Opens the queues of these definitions, creating those that do not exist. */
export async function startJobs(
  connection: ConstructorOptions,
  log: Log,
  definitions: readonly AnyJob[],
  onError: OnError = async () => false,
): Promise<Jobs> {
  const boss = await startBoss(connection, log);
  await openQueues(boss, definitions);
  const timers: NodeJS.Timeout[] = [];
  let stopWatching = async () => {};
  return {
    async enqueue(trx, { name, payload: schema }, payload, { low_priority = false, after_s = 0, at_most } = {}) {
      await boss.send(name, schema.parse(payload) as object, {
        db: fromKysely(trx),
        priority: low_priority ? -1 : 0,
        ...(after_s > 0 && { startAfter: after_s }),
        ...(at_most && once(at_most.key, at_most.every_s)),
      });
    },
    async enqueueAll(trx, { name, payload: schema }, payloads, { low_priority = false } = {}) {
      if (payloads.length === 0) return;
      const priority = low_priority ? -1 : 0;
      const jobs = payloads.map((payload) => ({ data: schema.parse(payload) as object, priority }));
      await boss.insert(name, jobs, { db: fromKysely(trx) });
    },
    async retry(trx, name, id) {
      await boss.retry(name, id, { db: fromKysely(trx) });
      await forgetOutput(trx, id);
    },
    async cancel(trx, name, id) {
      await boss.cancel(name, id, { db: fromKysely(trx) });
      await leavePeriod(trx, id);
    },
    async resume(trx, name, id) {
      await boss.resume(name, id, { db: fromKysely(trx) });
      await forgetOutput(trx, id);
    },
    async work(context) {
      const workers = new Map<string, string[]>();
      for (const definition of definitions) {
        await workOn(boss, { context, onError }, definition, workers);
        if (definition.every_s) timers.push(schedule(boss, log, definition.name, definition.every_s));
      }
      await enqueueStart(boss, context, definitions);
      const again = () => enqueueStart(boss, context, definitions).catch((error) => log.error("jobs", { error }));
      timers.push(setTimeout(again, START_AGAIN_MS).unref());
      stopWatching = watchQueues(boss.getDb(), log, {
        onWaiting(queue) {
          for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
        },
        onLost: () => boss.supervise(),
      });
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await stopWatching();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

async function startBoss(connection: ConstructorOptions, log: Log): Promise<PgBoss> {
  // pg-boss's own schedules stay off: see `schedule` below.
  const boss = new PgBoss({
    useListenNotify: true,
    ...connection,
    schedule: false,
    superviseIntervalSeconds: MAINTENANCE_S,
    // A pass that `watchQueues` requests does its work at once.
    monitorIntervalSeconds: 1,
    flowIntervalSeconds: CHAINS_S,
  });
  boss.on("error", (error) => log.error("jobs", { error }));
  await boss.start();
  return boss;
}

/**
 * Creates and changes the queues that are not as defined, which the queues themselves say: a start of an unchanged version
 * reads them by one statement. A start of another version, before or after this one, makes them its own again.
 */
async function openQueues(boss: PgBoss, definitions: readonly AnyJob[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const isPresent = (name: string, options: object) => {
    const queue = present.get(name);
    return queue && Object.entries(options).every(([key, value]) => queue[key as keyof typeof queue] === value);
  };
  for (const definition of definitions) {
    const options = queueOptions(definition);
    if (present.has(failedQueue(definition)) && isPresent(definition.name, options)) continue;
    await boss.createQueue(failedQueue(definition), deletion(definition));
    await boss.createQueue(definition.name, options);
    // createQueue does not change an existing queue.
    await boss.updateQueue(definition.name, options);
    // pg-boss reads all queues' options when it starts, and those of a changed one at its next use, outside our
    // transaction: on the embedded database, which has one connection, that would wait for ever.
    await boss.findJobs(definition.name, { id: "00000000-0000-0000-0000-000000000000" });
  }
}

const queueOptions = (definition: AnyJob) => ({
  deadLetter: failedQueue(definition),
  retryLimit: retryLimit(definition),
  retryBackoff: true,
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: definition.timeout_s,
  // The insertion of a job wakes the workers of its queue in all processes.
  notify: true,
  ...(definition.retry_delay_s && { retryDelay: definition.retry_delay_s }),
  ...deletion(definition),
});

/** A job that is not to be run again after a fault is not after a lost attempt either: its next period comes. */
const retryLimit = ({ retries }: AnyJob) => (retries === 0 ? 0 : retries + LOST_ATTEMPTS);

const deletion = ({ deleted_after_s }: AnyJob) => (deleted_after_s ? { deleteAfterSeconds: deleted_after_s } : {});

/** Starts the workers of a definition, and adds their ids to `workers` under the names of their queues. */
async function workOn(
  boss: PgBoss,
  worker_of: Worker,
  definition: AnyJob,
  workers: Map<string, string[]>,
): Promise<void> {
  /** One worker of this queue. After a job it looks for the next one at once: it waits only where there is none. */
  const begin = async (queue: string, act: "run" | "onFailed") => {
    const worker: string = await boss.work(
      queue,
      { pollingIntervalSeconds: POLLING_S, perJobResults: true, includeMetadata: true },
      async (jobs: JobWithMetadata<unknown>[]) => {
        boss.notifyWorker(worker);
        const results: JobResult[] = [];
        for (const one of jobs) results.push(await attempt(worker_of, definition, act, one));
        return results;
      },
    );
    workers.set(queue, [...(workers.get(queue) ?? []), worker]);
  };
  for (let i = 0; i < definition.parallel; i++) await begin(definition.name, "run");
  await begin(failedQueue(definition), "onFailed");
}

/**
 * One attempt of a job, measured and logged. An error ends the job for good in the last attempt of its definition and in each
 * after it; these are there for the attempts that were lost to the end of their worker.
 */
async function attempt(
  { context, onError }: Worker,
  definition: AnyJob,
  act: "run" | "onFailed",
  { id, data, retryCount, output }: JobWithMetadata<unknown>,
): Promise<JobResult> {
  const { metrics, log } = context;
  const job = act === "run" ? definition.name : failedQueue(definition);
  const isLast = act === "run" && retryCount >= definition.retries;
  // The attempts of its definition are over, and the one before was not lost.
  if (isLast && retryCount > definition.retries && endedByTime(output)) return { id, status: "deadletter", output };
  const start = performance.now();
  return await inLogScope({ job, job_id: id }, async () => {
    let outcome: "done" | "failed" = "failed";
    try {
      await definition[act](context, definition.payload.parse(data));
      outcome = "done";
      return { id, status: "completed" };
    } catch (error) {
      await onError(context, error).catch((fault: unknown) => log.error("jobs", { error: fault }));
      log.info("an attempt of a job failed", { error });
      return { id, status: isLast ? "deadletter" : "failed", output: failureOf(error) };
    } finally {
      const ms = performance.now() - start;
      metrics.ran(job, outcome, ms / 1000);
      log.info("job", { outcome, ms: Math.round(ms) });
    }
  });
}

/** Whether the attempt that gave a job this output ended by its time, here or as the queue measures it. */
function endedByTime(output: unknown): boolean {
  const { message, value } = (output ?? {}) as { message?: string; value?: { message?: string } };
  return TIME_OVER.test(message ?? value?.message ?? "");
}

/** What the queue keeps of an error, and an administrator reads: its text without secrets. */
function failureOf(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const failure = new Error(withoutSecrets(message));
  return Object.assign(failure, { name, stack: withoutSecrets(stack ?? "") });
}

/** Enqueues what is looked through after a start. Processes of one version that start together enqueue it once. */
async function enqueueStart(boss: PgBoss, context: AppContext, definitions: readonly AnyJob[]): Promise<void> {
  for (const { name, at_start } of definitions) {
    if (!at_start) continue;
    const payload = at_start(context) as object;
    const version = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
    await boss.send(name, payload, { ...once(`start ${version}`, START_PERIOD_S), startAfter: START_DELAY_S });
  }
}

/** Enqueues a job once a period. Every worker process does so; the queue takes one job for each period. */
function schedule(boss: PgBoss, log: Log, name: string, every_s: number): NodeJS.Timeout {
  const send = () =>
    boss
      .send(name, {}, { singletonSeconds: every_s })
      .catch((error: unknown) => log.error("a scheduled job could not be enqueued", { name, error }));
  return setInterval(send, every_s * 1000).unref();
}
