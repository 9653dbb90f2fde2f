/** Messages between the embedded database in a thread of its own and the threads that use it. */

/** Rows of a statement, as PGlite gives them. */
export interface Results {
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  rows: any[];
  affectedRows?: number;
  fields: { name: string; dataTypeID: number }[];
}

/** `transaction` names an open transaction; without it a statement is one of its own. */
export type EmbeddedCall =
  | { do: "query"; sql: string; parameters: unknown[] | undefined; options: object | undefined; transaction?: number }
  | { do: "exec"; sql: string; transaction?: number }
  | { do: "begin"; transaction: number }
  | { do: "end"; transaction: number; commit: boolean }
  | { do: "listen"; channel: string }
  /** Copies the data folder here, between two transactions; of a database in memory the result is a dump of it. */
  | { do: "copy"; to: string }
  | { do: "close" };

export type Request = EmbeddedCall & { id: number };

/** What is left of an error: its message, stack and own fields, such as PostgreSQL's code. */
interface SentError {
  message: string;
  stack: string | undefined;
  fields: Record<string, unknown>;
}

export type Reply =
  | { id: number; result: unknown }
  | { id: number; error: SentError }
  /** A notification; it is sent before the reply to the commit that caused it. */
  | { channel: string; payload: string }
  /** The database is open, or cannot be opened. */
  | { opened: true }
  | { opened: false; error: SentError };

/** The part of a thread's port that both sides use. */
export interface Port {
  postMessage(message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: as node:worker_threads declares it
  on(event: "message", listener: (message: any) => void): unknown;
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, fields: {} };
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(error)) {
    if (["string", "number", "boolean"].includes(typeof value)) fields[name] = value;
  }
  return { message: error.message, stack: error.stack, fields: { ...fields, name: error.name } };
}

export function receivedError({ message, stack, fields }: SentError): Error {
  return Object.assign(new Error(message), fields, stack !== undefined && { stack });
}
