/**
 * Processor time of this thread, ms; elapsed time depends on what else the machine does. Linux counts it in steps of a few
 * ms, so short runs are repeated; on other systems it is elapsed time.
 */
import { readFileSync } from "node:fs";

const SCHEDSTAT = `/proc/${process.pid}/task/${process.pid}/schedstat`;
/** Least duration of one measurement, ms. */
const MIN_MEASUREMENT_MS = 150;
const TRIES = 3;
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

/** Shortest time of several runs, ms. The first run warms up and determines how many fit into a measurement. */
export async function best(run: () => unknown): Promise<number> {
  let start = now();
  await run();
  const first = now() - start;
  if (first > LONG_MS) return first;
  const runs = Math.max(1, Math.ceil(MIN_MEASUREMENT_MS / (first + 0.01)));
  let best = Infinity;
  for (let i = 0; i < TRIES; i++) {
    start = now();
    for (let k = 0; k < runs; k++) await run();
    best = Math.min(best, (now() - start) / runs);
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
