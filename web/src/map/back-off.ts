/** Wait before the first retry, ms; it doubles with each failure. *guess* */
export const FIRST_WAIT_MS = 2000;
/** Longest wait between two retries, ms. *guess* */
export const MAX_WAIT_MS = 60_000;

/**
 * Retries a failed action with growing waits (2 s, 4 s, 8 s … 60 s), and at once when the browser is online again.
 * Without a reported failure nothing is called.
 */
export class BackOff {
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly action: () => void) {
    globalThis.addEventListener?.("online", this.retryNow);
  }

  /** The action failed: schedules the next try, unless one is scheduled. */
  failed(): void {
    if (this.timer !== null) return;
    const wait_ms = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.timer = setTimeout(this.retryNow, wait_ms);
  }

  /** The action succeeded: the next failure waits as long as the first. */
  succeeded(): void {
    this.failures = 0;
    this.cancel();
  }

  dispose(): void {
    this.cancel();
    globalThis.removeEventListener?.("online", this.retryNow);
  }

  private readonly retryNow = (): void => {
    if (this.timer === null) return;
    this.cancel();
    this.action();
  };

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
