import { type ConstructorOptions, fromKysely, PgBoss } from "pg-boss";
import type { Db } from "../database/open.ts";
import type { Log } from "../http/log.ts";

/** One track to analyse, in the revision that was asked for. */
export interface AnalyzeTrack {
  track_id: number;
  revision: number;
}

export interface JobHandlers {
  analyze(job: AnalyzeTrack): Promise<void>;
  /** The job failed in every attempt, or its worker died in every one. */
  onFailed(job: AnalyzeTrack): Promise<void>;
}

/** Work that is done after the answer, at least once each. */
export interface Jobs {
  /** Inside the transaction of the rows it is about. */
  enqueueAnalysis(trx: Db, job: AnalyzeTrack, options?: { can_wait?: boolean }): Promise<void>;
  /** Begins to work in this process. */
  work(handlers: JobHandlers): Promise<void>;
  /** Finishes what is running, then lets go of the database. */
  stop(): Promise<void>;
}

const ANALYZE = "analyze-track";
const FAILED_QUEUE = "analyze-track-failed";
const PARALLEL = 2;
const FINISH_MS = 60_000;

/** A worker that died is noticed after this, and its job given to another. */
const HEARTBEAT_S = 10;

export async function startJobs(options: ConstructorOptions, log: Log): Promise<Jobs> {
  // Only track jobs are kept here: no cron, and a watch every 5 s that finds dead workers' jobs.
  const boss = new PgBoss({ ...options, schedule: false, superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 });
  boss.on("error", (error) => log.error("jobs", { error }));
  await boss.start();
  await boss.createQueue(FAILED_QUEUE);
  await boss.createQueue(ANALYZE, {
    deadLetter: FAILED_QUEUE,
    retryLimit: 3,
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: 900,
  });
  // pg-boss looks a queue up on its first send, outside our transaction: on the embedded database that would wait for ever.
  await boss.findJobs(ANALYZE, { id: "00000000-0000-0000-0000-000000000000" });
  return {
    async enqueueAnalysis(trx, job, { can_wait = false } = {}) {
      await boss.send(ANALYZE, job, { db: fromKysely(trx), priority: can_wait ? -1 : 0 });
    },
    async work(handlers) {
      const poll = { pollingIntervalSeconds: 0.5 };
      const each = (handle: (job: AnalyzeTrack) => Promise<void>) => async (jobs: { data: AnalyzeTrack }[]) => {
        for (const { data } of jobs) await handle(data);
      };
      await boss.work<AnalyzeTrack>(ANALYZE, { ...poll, localConcurrency: PARALLEL }, each(handlers.analyze));
      await boss.work<AnalyzeTrack>(FAILED_QUEUE, poll, each(handlers.onFailed));
    },
    stop: () => boss.stop({ graceful: true, timeout: FINISH_MS }),
  };
}
