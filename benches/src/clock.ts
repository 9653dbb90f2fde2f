/**
 * Time this thread had the processor, ms: on a machine that does other things too the time on the wall says little.
 * Linux counts it in steps of a few ms, so what is short is run many times; elsewhere it is the time on the wall.
 */
import { readFileSync } from "node:fs";

const OWN = `/proc/${process.pid}/task/${process.pid}/schedstat`;
/** What one measurement takes at least, ms. */
const AT_LEAST_MS = 150;
const TRIES = 3;
/** Runs whose cost is told: the pool's threads are all warm after four. */
const RUNS = 10;

export function now(): number {
  try {
    return Number(readFileSync(OWN, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** A run that takes longer is not repeated, ms. */
const LONG_MS = 3000;

/** The best of several runs, ms. The first run warms up and tells how many fit into a measurement. */
export async function best(run: () => unknown): Promise<number> {
  let start = now();
  await run();
  const first = now() - start;
  if (first > LONG_MS) return first;
  const runs = Math.max(1, Math.ceil(AT_LEAST_MS / (first + 0.01)));
  let best = Infinity;
  for (let i = 0; i < TRIES; i++) {
    start = now();
    for (let k = 0; k < runs; k++) await run();
    best = Math.min(best, (now() - start) / runs);
  }
  return best;
}

/** What a run costs, ms: of the processor, on all threads of this process, and on the wall. The least of several runs. */
export async function cost(run: () => unknown): Promise<{ cpu: number; wall: number }> {
  const least = { cpu: Infinity, wall: Infinity };
  const begun = performance.now();
  for (let i = 0; i < RUNS && (i < TRIES || performance.now() - begun < (RUNS * LONG_MS) / 2); i++) {
    const [before, start] = [process.cpuUsage(), performance.now()];
    await run();
    least.wall = Math.min(least.wall, performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    least.cpu = Math.min(least.cpu, (user + system) / 1000);
  }
  return least;
}
