import type { Remote } from "comlink";
import { type EngineThread, startThread } from "./engine-thread";
import type { Answer, EngineWorker, Outcome } from "./worker";

/**
 * A file of this size is read by a worker of its own, bytes: the memory of WASM never shrinks, and is returned with the
 * worker. *guess*: such files take seconds, and starting a worker some 50 ms.
 */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * A worker whose recording has more fixes ends with each call, and the next call reads the file again: of 8 h at 25 Hz
 * (720,000 fixes) it holds 180 MB, and a correction takes 1.0 instead of 0.5 s. *guess*: 5 h at 25 Hz.
 */
const MAX_HELD_FIXES = 450_000;

/** A worker that holds the recording of a large file. */
interface OwnThread {
  file: File;
  /** Null where it could not be started. */
  started: Promise<EngineThread | null>;
  /** Calls that have begun and not ended. */
  calls: number;
}

/** Files whose recording is not held. */
const not_held = new WeakSet<File>();

/** The one that lives on between calls. */
let held: OwnThread | null = null;

export const isLarge = (file: File): boolean => file.size >= LARGE_BYTES;

/**
 * Runs with a worker for this file, which is held for the next call if its file is shown or no other is held; else it ends
 * with the call. Null where none can be started.
 */
export async function withLargeFile<T extends Outcome | Answer>(
  file: File,
  isShown: boolean,
  run: (engine: Remote<EngineWorker>) => Promise<T>,
): Promise<T | null> {
  const own = held?.file === file ? held : { file, started: startThread().catch(() => null), calls: 0 };
  if (isShown || held === null) hold(own);
  own.calls += 1;
  let isHeld = false;
  try {
    const thread = await own.started;
    if (!thread) return null;
    const answer = await Promise.race([thread.failed, run(thread.engine)]);
    if ("analysis" in answer && answer.analysis.report.points > MAX_HELD_FIXES) not_held.add(file);
    // After a fault of its own the engine's memory is in no defined state.
    isHeld = !("kind" in answer && answer.kind === "internal") && !not_held.has(file);
    return answer;
  } finally {
    own.calls -= 1;
    if (!isHeld && held === own) held = null;
    endIfUnused(own);
  }
}

/** Ends the worker of this file, or of any, after the calls that have begun. */
export function releaseLarge(file?: File): void {
  if (file === undefined || held?.file === file) hold(null);
}

function hold(next: OwnThread | null): void {
  const former = held;
  held = next;
  if (former && former !== next) endIfUnused(former);
}

function endIfUnused(own: OwnThread): void {
  if (own !== held && own.calls === 0) void own.started.then((thread) => thread?.end());
}
