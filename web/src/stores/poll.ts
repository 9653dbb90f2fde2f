/** Asks again and again until there is nothing left to wait for. */

/** Every 5 s, at most 120 times: ten minutes. */
export const POLL_MS = 5000;
export const POLL_LIMIT = 120;

export interface Poll {
  /** Starts, or goes on with a fresh count. */
  start(): void;
  stop(): void;
}

/** `step` answers whether something is still pending. `gaveUp` is told once when the limit is reached. */
export function createPoll(step: () => Promise<boolean>, gaveUp: () => void, every_ms = POLL_MS): Poll {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let count = 0;
  const later = () => {
    timer = setTimeout(() => void turn(), every_ms);
  };
  const turn = async () => {
    const mine = timer;
    count += 1;
    const pending = await step().catch(() => true);
    if (timer !== mine) return; // Stopped or started anew meanwhile.
    timer = null;
    if (!pending) return;
    if (count < POLL_LIMIT) later();
    else gaveUp();
  };
  return {
    start() {
      count = 0;
      if (timer === null) later();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
