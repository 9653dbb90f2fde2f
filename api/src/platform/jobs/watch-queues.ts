import type { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { hasLostJobs, queuesWithJobs } from "./queue.ts";

/**
 * How often one query looks at all queues. Workers are woken by a notification when a job is inserted; this finds the
 * jobs that become due later (further attempts, dead letters) and those whose notification was lost.
 */
const WAITING_S = 2;
/** How often a query looks for jobs whose worker has died. */
const LOST_S = 5;

/** pg-boss's connection: where its tables are. */
type Database = ReturnType<PgBoss["getDb"]>;

interface QueueListener {
  /** A job of this queue may run now. */
  onWaiting(queue: string): void;
  /** There is a job whose worker sent no heartbeat in time, or that takes longer than it may. */
  onLost(): Promise<unknown>;
}

/** Looks at all queues of pg-boss until the returned function is called, which waits for a query in progress. */
export function watchQueues(db: Database, log: Log, { onWaiting, onLost }: QueueListener): () => Promise<void> {
  const watches = [
    repeat(log, WAITING_S, async () => (await queuesWithJobs(db)).forEach(onWaiting)),
    repeat(log, LOST_S, async () => {
      if (await hasLostJobs(db)) await onLost();
    }),
  ];
  return async () => void (await Promise.all(watches.map((stop) => stop())));
}

/** Runs `act` again and again, each time this long after the end of the one before. */
function repeat(log: Log, pause_s: number, act: () => Promise<void>): () => Promise<void> {
  let [stopped, running] = [false, Promise.resolve()];
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(() => {
      running = act()
        .catch((error: unknown) => log.error("the queues of jobs could not be read", { error }))
        .then(() => {
          if (!stopped) wait();
        });
    }, pause_s * 1000).unref();
  };
  wait();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
