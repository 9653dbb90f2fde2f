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

/** Of the configuration: what no line of this process may have, within a call or a job or outside of both. */
const always = new Set<string>();

export function hideAlways(secrets: Iterable<string>): void {
  for (const secret of secrets) if (secret.length >= MIN_SECRET_CHARS) always.add(secret);
}

/** A text without the values that may not be in the lines of the present call or job. */
export function withoutSecrets(text: string): string {
  return replaceSecrets(text, (secret) => secret);
}

/** Without `verbose`, `info` writes nothing. */
export function stderrLog(verbose = false): Log {
  const write = (level: string, event: string, fields: Record<string, unknown> = {}) => {
    const plain = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, v instanceof Error ? v.stack : v]));
    const line = { time: new Date().toISOString(), level, event, ...scope.getStore()?.fields, ...plain };
    const text = replaceSecrets(JSON.stringify(line), (secret) => JSON.stringify(secret).slice(1, -1));
    process.stderr.write(`${text}\n`);
  };
  return {
    error: (event, fields) => write("error", event, fields),
    info: (event, fields) => verbose && write("info", event, fields),
  };
}

/** The longest first: one may be a part of another. */
function replaceSecrets(text: string, written: (secret: string) => string): string {
  const secrets = [...always, ...(scope.getStore()?.secrets ?? [])].sort((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(written(secret), "[hidden]"), text);
}

/** Long enough for a token. */
const TOKEN = /[\w.%~-]{16,}/g;
/** What the words of a language have not: a digit, or a capital within a part. One token in seventy has no digit. */
const BY_CHANCE = /\d|\w[A-Z]/;

/** What of a text may open something, such as the tokens of its links. */
export const secretsOfText = (text: string): string[] =>
  (text.match(TOKEN) ?? []).filter((word) => BY_CHANCE.test(word));
