import { sql } from "kysely";
import type { Db } from "../db/open.ts";
import { S3Error } from "../storage/s3-error.ts";
import type { ErrorCode } from "./error-codes.ts";

/** Faults of what the server depends on (database, storage), as the answer to the call that met them. */
interface Fault {
  code: ErrorCode;
  detail: string;
  /** Seconds after which another attempt may succeed; null: when somebody has made room. */
  retry_after_s: number | null;
}

const NO_ROOM: Fault = {
  code: "no_room",
  detail: "The server has no room left for this. Nothing was kept; try again later.",
  retry_after_s: null,
};
const NO_STORAGE: Fault = {
  code: "storage_unavailable",
  detail: "The server cannot read or store files at the moment. Nothing was kept; try again in a minute.",
  retry_after_s: 60,
};
const NO_DATABASE: Fault = {
  code: "database_unavailable",
  detail:
    "The server cannot reach its database at the moment. What was kept before is kept; try again in a few seconds.",
  retry_after_s: 5,
};

const TOO_SLOW: Fault = {
  code: "database_unavailable",
  detail: "The database took too long for this. Nothing was changed; try again in a few seconds.",
  retry_after_s: 10,
};

/** Results that follow from the sources (platform/files/results.ts). */
export const REMADE: Fault = {
  code: "results_missing",
  detail: "Results that belong to this are missing on the server and are being made again. Try again in a minute.",
  retry_after_s: 60,
};

/** Codes of Node (disk, connection) and of PostgreSQL (SQLSTATE; class 08 is the connection). */
const FULL = ["ENOSPC", "EDQUOT", "53100"];
const UNWRITABLE = ["EROFS", "EIO", "EACCES", "EPERM", "EMFILE", "ENFILE"];
const DISCONNECTED = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENOTFOUND", "EAI_AGAIN"];
const UNAVAILABLE = ["57P01", "57P02", "57P03", "53300", "25006"];
/** A statement, a wait for a lock or a pause in a transaction that took too long. */
const GIVEN_UP = ["57014", "55P03", "25P03"];
/** A table got another column while a transaction used it. */
const CHANGED = /^cached plan must not change/;
/** Errors of the driver have no code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The fault an error reports, itself or by its causes; null for any other error. */
export function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof S3Error) return error.status === 507 ? NO_ROOM : error.status >= 500 ? NO_STORAGE : null;
  const code = String((error as NodeJS.ErrnoException).code ?? "");
  if (FULL.includes(code)) return NO_ROOM;
  if (UNWRITABLE.includes(code)) return NO_STORAGE;
  if (GIVEN_UP.includes(code) || CHANGED.test(error.message)) return TOO_SLOW;
  const isDatabase = DISCONNECTED.includes(code) || UNAVAILABLE.includes(code) || /^08\w{3}$/.test(code);
  if (isDatabase || DRIVER.test(error.message)) return NO_DATABASE;
  return faultOf(error.cause);
}

/** Whether the outcome of a transaction that failed with this error is unknown: it may have been committed. */
export const isOutcomeUnknown = (error: unknown): boolean => faultOf(error) === NO_DATABASE;

/** The fault of an error whose cause a library has dropped: a lost database is found by asking it. */
export async function faultBehind(db: Db): Promise<Fault | null> {
  try {
    await sql`select 1`.execute(db);
    return null;
  } catch (error) {
    return faultOf(error);
  }
}
