import type { AppContext } from "../../platform/context.ts";

/** Longest wait for jobs, ms: on a busy machine the analyses take half a minute. Guess. */
const TIMEOUT_MS = 300_000;
const INTERVAL_MS = 200;

/** Waits until the jobs have done this; false when the process ends or they take too long. The next start goes on. */
export async function until(context: Pick<AppContext, "stopping">, isDone: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!context.stopping && Date.now() < deadline) {
    if (await isDone()) return true;
    await new Promise((wake) => setTimeout(wake, INTERVAL_MS));
  }
  return false;
}
