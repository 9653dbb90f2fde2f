import { AsyncLocalStorage } from "node:async_hooks";

/** Log lines on stderr, one JSON object each. `error` is for events that need attention. */
export interface Log {
  error(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
}

/** What the lines written during a call or a job have in common: `request_id`, or `job` and `job_id`. */
const scope = new AsyncLocalStorage<Record<string, unknown>>();

/** Runs a call or a job; its log lines carry these fields. */
export function inLogScope<T>(fields: Record<string, unknown>, work: () => T): T {
  return scope.run(fields, work);
}

/** Without `verbose`, `info` writes nothing. */
export function stderrLog(verbose = false): Log {
  const write = (level: string, event: string, fields: Record<string, unknown> = {}) => {
    const plain = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, v instanceof Error ? v.stack : v]));
    const line = { time: new Date().toISOString(), level, event, ...scope.getStore(), ...plain };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
  return {
    error: (event, fields) => write("error", event, fields),
    info: (event, fields) => verbose && write("info", event, fields),
  };
}
