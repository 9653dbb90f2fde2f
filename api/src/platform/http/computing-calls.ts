import { AsyncLocalStorage } from "node:async_hooks";
import { LIMITS } from "../limits.ts";
import { detailError } from "./errors.ts";

/** Seconds after which a refused call may be tried again. Guess. */
const RETRY_S = 5;
/** Where every turn has been held for longer, the process is not ready: something in it hangs. Guess. */
const STALLED_MS = 120_000;

/** Who a call is from: turns are shared out by callers, so that none of them can take all. */
export interface Caller {
  name: string;
  /** By a share link or without a session: all of these together have one caller's part. */
  is_link: boolean;
  /** Ends when the caller hangs up: then it waits no longer. */
  signal?: AbortSignal;
}

interface Turn {
  caller: Caller;
  began_ms: number;
  is_held: boolean;
}

interface Waiting {
  caller: Caller;
  begin(turn: Turn): void;
}

/** What the process that has a context computes for calls. */
interface Turns {
  running: Set<Turn>;
  waiting: Set<Waiting>;
}

interface TurnLimits {
  running: number;
  running_per_caller: number;
  waiting: number;
  waiting_per_caller: number;
  wait_ms: number;
}

/** Work outside of a call: jobs and commands. */
const SERVER: Caller = { name: "server", is_link: false };

const calls = new AsyncLocalStorage<Caller>();
const held = new AsyncLocalStorage<ReadonlyMap<object, Turn>>();

/** Runs a call as this caller. */
export const asCaller = <T>(caller: Caller, call: () => T): T => calls.run(caller, call);

/** Runs work while it holds a turn, see `inTurn`. */
type InTurn = <T>(context: object, work: () => Promise<T>) => Promise<T>;

const of_computing = new WeakMap<object, Turns>();
const of_unpacking = new WeakMap<object, Turns>();
const of_pictures = new WeakMap<object, Turns>();

/**
 * Runs work that reads or computes a recording as a whole: some at a time, since each holds the recording in memory; some
 * more wait for their turn. The next one is that of the caller with the fewest turns, links last, then the one that waited
 * longest. Work inside such work runs in the same turn. Throws 429 when the caller has too many waiting, 503 when all have
 * or the wait was too long.
 */
export const inTurn: InTurn = inTurns(of_computing, {
  running: LIMITS.computing_calls,
  running_per_caller: LIMITS.computing_calls_per_caller,
  waiting: LIMITS.computing_calls_waiting,
  waiting_per_caller: LIMITS.computing_calls_waiting_per_caller,
  wait_ms: LIMITS.computing_wait_s * 1000,
});

/** The same for an upload that is unpacked in memory, one at a time. No upload is refused after it has arrived. */
export const inUnpackingTurn: InTurn = inTurns(of_unpacking, {
  running: LIMITS.uploads_unpacked,
  running_per_caller: LIMITS.uploads_unpacked,
  waiting: LIMITS.uploads_in_progress,
  waiting_per_caller: LIMITS.uploads_in_progress,
  wait_ms: Number.POSITIVE_INFINITY,
});

/** The same for an uploaded picture, whose pixels are in memory while it is decoded. */
export const inPictureTurn: InTurn = inTurns(of_pictures, {
  running: LIMITS.pictures_decoded,
  running_per_caller: 1,
  waiting: LIMITS.uploads_in_progress,
  waiting_per_caller: LIMITS.uploads_per_user,
  wait_ms: LIMITS.computing_wait_s * 1000,
});

/** Whether every turn of this process has been held for so long that something must hang. */
export function isComputingStalled(context: object, now_ms = performance.now()): boolean {
  const running = [...(of_computing.get(context)?.running ?? [])];
  return running.length >= LIMITS.computing_calls && running.every(({ began_ms }) => now_ms - began_ms > STALLED_MS);
}

export function inTurns(turns_of: WeakMap<object, Turns>, limits: TurnLimits): InTurn {
  return async (context, work) => {
    const turns = turns_of.get(context) ?? { running: new Set(), waiting: new Set() };
    turns_of.set(context, turns);
    const around = held.getStore();
    // Work that was begun in a turn and goes on after it has none.
    if (around?.get(turns)?.is_held) return work();
    const turn = await turnOf(turns, limits, calls.getStore() ?? SERVER);
    try {
      return await held.run(new Map([...(around ?? []), [turns, turn]]), work);
    } finally {
      turn.is_held = false;
      turns.running.delete(turn);
      beginNext(turns, limits);
    }
  };
}

/** Resolves when this caller has a turn. */
async function turnOf(turns: Turns, limits: TurnLimits, caller: Caller): Promise<Turn> {
  if (mayBegin(turns, limits, caller)) return begin(turns, caller);
  if (turns.waiting.size >= limits.waiting) throw busy();
  const own = [...turns.waiting].filter((one) => keyOf(one.caller) === keyOf(caller)).length;
  if (own >= limits.waiting_per_caller) {
    throw detailError(
      "too_many_requests",
      "Other calls of yours are still being computed. Try again in a few seconds.",
      { "Retry-After": String(RETRY_S) },
    );
  }
  return new Promise<Turn>((resolve, reject) => {
    const leave = () => {
      turns.waiting.delete(waiting);
      end();
      reject(busy());
    };
    const timer = Number.isFinite(limits.wait_ms) ? setTimeout(leave, limits.wait_ms) : undefined;
    const end = () => {
      clearTimeout(timer);
      caller.signal?.removeEventListener("abort", leave);
    };
    const waiting: Waiting = {
      caller,
      begin(turn) {
        end();
        resolve(turn);
      },
    };
    turns.waiting.add(waiting);
    caller.signal?.addEventListener("abort", leave);
    if (caller.signal?.aborted) leave();
  });
}

/** All share links count as one caller: the holder of one can use many addresses. */
const keyOf = ({ name, is_link }: Caller) => (is_link ? "links" : name);

const runningOf = ({ running }: Turns, caller: Caller) =>
  [...running].filter((turn) => keyOf(turn.caller) === keyOf(caller)).length;

const mayBegin = (turns: Turns, limits: TurnLimits, caller: Caller) =>
  turns.running.size < limits.running && runningOf(turns, caller) < limits.running_per_caller;

function begin(turns: Turns, caller: Caller): Turn {
  const turn = { caller, began_ms: performance.now(), is_held: true };
  turns.running.add(turn);
  return turn;
}

function beginNext(turns: Turns, limits: TurnLimits): void {
  const ready = [...turns.waiting].filter(({ caller }) => mayBegin(turns, limits, caller));
  const rank = ({ caller }: Waiting) => runningOf(turns, caller) * 2 + Number(caller.is_link);
  // The sort is stable: of equals the one that waited longest is first.
  const [next] = ready.sort((a, b) => rank(a) - rank(b));
  if (!next) return;
  turns.waiting.delete(next);
  next.begin(begin(turns, next.caller));
  beginNext(turns, limits);
}

const busy = () =>
  detailError("busy", "The server computes too much for others at the moment. Try again in a few seconds.", {
    "Retry-After": String(RETRY_S),
  });
