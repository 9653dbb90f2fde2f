import { type RawBuilder, type SqlBool, sql } from "kysely";
import { LIMITS } from "../limits.ts";
import { fieldError } from "./errors.ts";
import { Id } from "./schemas.ts";

/** A position in a list beside one row, and the direction of the page from it. Clients treat its text as opaque. */
export interface Cursor {
  direction: "older" | "newer";
  id: number;
}

/** The same in a list in the order of times. */
export interface TimeCursor extends Cursor {
  sort_time: Date;
}

/** What the position of a row is made of; without a time in a list in the order of ids. */
interface Position {
  id: number;
  sort_time?: Date;
}

/** Years that every cursor lies in; a timestamp of PostgreSQL reaches further. */
const FIRST_MS = Date.UTC(1, 0, 1);
const LAST_MS = Date.UTC(9999, 11, 31);

function encodeCursor(direction: Cursor["direction"], { id, sort_time }: Position): string {
  const time = sort_time ? [sort_time.getTime()] : [];
  return Buffer.from([direction === "older" ? 0 : 1, ...time, id].join(".")).toString("base64url");
}

const UNKNOWN = { cursor: ["This page is not known. Start from the first one."] };

/** The cursor of a query, in a list in the order of ids. Throws a field error for a text that no page of such a list has. */
export function readCursor(text: string | undefined): Cursor | null {
  return text ? cursorOf(fieldsOf(text, 2)) : null;
}

/** The same in a list in the order of times. */
export function readTimeCursor(text: string | undefined): TimeCursor | null {
  if (!text) return null;
  const [direction, time, id] = fieldsOf(text, 3);
  const time_ms = Number(time);
  if (!(time_ms >= FIRST_MS && time_ms <= LAST_MS)) throw fieldError(UNKNOWN);
  return { ...cursorOf([direction!, id!]), sort_time: new Date(time_ms) };
}

function fieldsOf(text: string, count: number): string[] {
  const fields = Buffer.from(text, "base64url").toString("latin1").split(".");
  if (fields.length !== count || !fields.every((field) => /^-?\d{1,16}$/.test(field))) throw fieldError(UNKNOWN);
  return fields;
}

function cursorOf([direction, id_text]: string[]): Cursor {
  const id = Id.safeParse(Number(id_text));
  if (!id.success || (direction !== "0" && direction !== "1")) throw fieldError(UNKNOWN);
  return { direction: direction === "0" ? "older" : "newer", id: id.data };
}

/** The order in which a query reads the rows from a cursor on: the nearest to it first. */
export const orderFrom = (cursor: Cursor | null) => (cursor?.direction === "newer" ? "asc" : "desc");

/** Whether a row lies on the cursor's side, in the order of a time and an id. */
export function isBeside(
  { direction, sort_time, id }: TimeCursor,
  row_time: RawBuilder<unknown>,
  row_id: RawBuilder<unknown>,
) {
  const side = direction === "older" ? sql`<` : sql`>`;
  return sql<SqlBool>`(${row_time}, ${row_id}) ${side} (${sort_time}::timestamptz, ${id}::integer)`;
}

/**
 * A page of the rows that were read from a cursor on, one more than a page where there are more: newest first for either
 * direction, with the cursors of the pages beside it.
 */
export function pageOf<Row extends Position>(
  rows: readonly Row[],
  cursor: Cursor | null,
  page_size: number = LIMITS.page_size,
) {
  const more = rows.length > page_size;
  const shown = rows.slice(0, page_size);
  const backwards = cursor?.direction === "newer";
  if (backwards) shown.reverse();
  const at = (row: Row | undefined, direction: Cursor["direction"]) => (row ? encodeCursor(direction, row) : null);
  return {
    shown,
    next: backwards || more ? at(shown.at(-1), "older") : null,
    previous: (backwards ? more : cursor !== null) ? at(shown[0], "newer") : null,
  };
}
