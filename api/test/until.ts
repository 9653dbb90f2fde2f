import { vi } from "vitest";

/**
 * Reads until there is something, and returns it: what a job, another process or an event brings, on a busy machine
 * too. Fails after a minute.
 */
export const until = <T>(read: () => T | Promise<T>) => vi.waitUntil(read, { timeout: 60_000, interval: 50 });
