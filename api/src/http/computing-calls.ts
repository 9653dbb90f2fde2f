import { LIMITS } from "../limits.ts";
import { detailError } from "./errors.ts";

/** Seconds after which a refused call may be tried again. Guess. */
const RETRY_S = 5;

/** What the process that has a context does for calls: how much of it runs, and what waits for its turn. */
interface Turns {
  running: number;
  waiting: (() => void)[];
}

type InTurn = <T>(context: object, work: () => Promise<T>) => Promise<T>;

/**
 * Runs work for a call that reads or computes a recording as a whole: some at a time, since each holds the recording in
 * memory; some more wait for their turn. Throws 503 when too many wait.
 */
export const inTurn: InTurn = inTurns(LIMITS.computing_calls, LIMITS.computing_calls_waiting);

/** The same for an upload that is unpacked in memory, one at a time. No upload is refused after it has arrived. */
export const inUnpackingTurn: InTurn = inTurns(LIMITS.uploads_unpacked, LIMITS.uploads_in_progress);

function inTurns(most_running: number, most_waiting: number): InTurn {
  const turns_of = new WeakMap<object, Turns>();
  return async (context, work) => {
    const turns = turns_of.get(context) ?? { running: 0, waiting: [] };
    turns_of.set(context, turns);
    if (turns.running < most_running) turns.running++;
    else {
      if (turns.waiting.length >= most_waiting) {
        throw detailError(
          "busy",
          "The server computes too much for others at the moment. Try again in a few seconds.",
          {
            "Retry-After": String(RETRY_S),
          },
        );
      }
      // The one that ends gives its turn on.
      await new Promise<void>((begin) => turns.waiting.push(begin));
    }
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else turns.running--;
    }
  };
}
