import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";

/** One kind of background job. */
export interface JobDefinition<Payload> {
  /** Name of its queue; a change abandons the jobs that wait under the old one. */
  name: string;
  /** Checked when a job is enqueued and again when it runs, since a job may be older than this code. */
  payload: z.ZodType<Payload>;
  /** Attempts after the first one, each after a growing delay; four more where attempts were lost to the end of their worker. */
  retries: number;
  /** Delay before the second attempt, about twice as long before each further one; 1 s by default. */
  retry_delay_s?: number;
  /** An attempt that takes longer counts as failed. */
  timeout_s: number;
  /** Jobs of this kind that one process runs at the same time. */
  parallel: number;
  /** The queue deletes the row this long after the job ended; after days when absent. */
  deleted_after_s?: number;
  /** Enqueued once in each period of this length, with an empty payload; by no schedule when absent. */
  every_s?: number;
  /**
   * Its payload for the job that is enqueued when a process begins to work. Any process may run it, also one of another
   * version: what depends on the version that started is in the payload.
   */
  at_start?(context: AppContext): NoInfer<Payload>;
  /** It looks for work: of no use to an administrator. */
  is_search?: boolean;
  /** What a job is about, for administrators: a query of one value, by `job.data`. Several definitions may share one. */
  subject?: RawBuilder<unknown>;
  /** Runs at least once a job, so that a second run must change nothing. */
  run(context: AppContext, payload: Payload): Promise<void>;
  /** Runs after the last attempt failed or its worker died. */
  onFailed(context: AppContext, payload: Payload): Promise<void>;
  /**
   * Runs in the transaction in which an administrator cancels a job that waits or runs. Its row keeps the results it had,
   * or gets the state of a failure, so that it is not waited for, no sweep enqueues it again, and a running attempt writes
   * nothing at its end. Jobs without this function cannot be cancelled.
   */
  onCancelled?(context: AppContext, trx: Db, payload: Payload): Promise<void>;
  /** Runs in the transaction in which an administrator has a failed or cancelled job run again: takes back what its end wrote. */
  onRetried?(trx: Db, payload: Payload): Promise<unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds definitions of different payloads
export type AnyJob = JobDefinition<any>;

/** Gives a definition its payload's type. */
export const defineJob = <Payload>(definition: JobDefinition<Payload>) => definition;
