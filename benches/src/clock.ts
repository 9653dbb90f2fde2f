/**
 * Processor time of this thread, ms; elapsed time depends on what else the machine does. Linux counts it in steps of a few
 * ms, so short runs are repeated; on other systems it is elapsed time.
 */
import { readFileSync } from "node:fs";

const SCHEDSTAT = `/proc/${process.pid}/task/${process.pid}/schedstat`;
/** Least duration of one measurement, ms. */
const MIN_MEASUREMENT_MS = 150;
const TRIES = 4;
/** Runs of a cost measurement: all threads of the pool are warm after four. */
const RUNS = 10;

export function now(): number {
  try {
    return Number(readFileSync(SCHEDSTAT, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** A run that takes longer is not repeated, ms. */
const LONG_MS = 3000;

/**
 * Shortest mean time of a run in several measurements, ms. Each takes its least duration, whatever the first run took: V8
 * compiles a function of WASM or JavaScript well after some hundred ms of use, and the first run of a reader in WASM takes
 * twenty times as long as a warm one.
 */
export async function best(run: () => unknown): Promise<number> {
  let start = now();
  await run();
  const first = now() - start;
  if (first > LONG_MS) return first;
  let best = Infinity;
  for (let i = 0; i < TRIES; i++) {
    start = now();
    let runs = 0;
    let elapsed: number;
    do {
      await run();
      runs += 1;
      elapsed = now() - start;
    } while (elapsed < MIN_MEASUREMENT_MS);
    best = Math.min(best, elapsed / runs);
  }
  return best;
}

/** Shortest processor time on all threads of this process and shortest elapsed time of several runs, ms. */
export async function cost(run: () => unknown): Promise<{ cpu: number; wall: number }> {
  const least = { cpu: Infinity, wall: Infinity };
  const first = performance.now();
  for (let i = 0; i < RUNS && (i < TRIES || performance.now() - first < (RUNS * LONG_MS) / 2); i++) {
    const [before, start] = [process.cpuUsage(), performance.now()];
    await run();
    least.wall = Math.min(least.wall, performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    least.cpu = Math.min(least.cpu, (user + system) / 1000);
  }
  return least;
}
