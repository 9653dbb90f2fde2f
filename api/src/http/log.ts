import { AsyncLocalStorage } from "node:async_hooks";

/** Log lines on stderr, one JSON object each. `error` is for events that need attention. */
export interface Log {
  error(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
}

interface Scope {
  /** What the lines written during a call or a job have in common: `request_id`, or `job` and `job_id`. */
  fields: Record<string, unknown>;
  /** Values that no line of it may have. */
  secrets: Set<string>;
}

const scope = new AsyncLocalStorage<Scope>();

/** Shorter values say nothing, and would be found in any text. */
const MIN_SECRET_CHARS = 6;

/** Runs a call or a job; its log lines carry these fields. */
export function inLogScope<T>(fields: Record<string, unknown>, work: () => T): T {
  return scope.run({ fields, secrets: new Set() }, work);
}

/** Values that the lines of this call will not have, whatever repeats them: an error of a library may quote what it got. */
export function hideInLog(secrets: Iterable<string>): void {
  const hidden = scope.getStore()?.secrets;
  for (const secret of secrets) if (secret.length >= MIN_SECRET_CHARS) hidden?.add(secret);
}

/** Without `verbose`, `info` writes nothing. */
export function stderrLog(verbose = false): Log {
  const write = (level: string, event: string, fields: Record<string, unknown> = {}) => {
    const plain = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, v instanceof Error ? v.stack : v]));
    const line = { time: new Date().toISOString(), level, event, ...scope.getStore()?.fields, ...plain };
    process.stderr.write(`${withoutSecrets(JSON.stringify(line))}\n`);
  };
  return {
    error: (event, fields) => write("error", event, fields),
    info: (event, fields) => verbose && write("info", event, fields),
  };
}

/** The longest first: one may be a part of another. */
function withoutSecrets(line: string): string {
  const secrets = [...(scope.getStore()?.secrets ?? [])].sort((a, b) => b.length - a.length);
  return secrets.reduce((text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), "[hidden]"), line);
}
