import { Id } from "../http/schemas.ts";

/** Years that every cursor of a list lies in; a timestamp of PostgreSQL reaches further. */
const FIRST_MS = Date.UTC(1, 0, 1);
const LAST_MS = Date.UTC(9999, 11, 31);

/** A position in the list beside one track, and the direction of the page from it. Clients treat its text as opaque. */
export interface Cursor {
  direction: "older" | "newer";
  sort_time: Date;
  id: number;
}

export function encodeCursor(cursor: Cursor): string {
  const fields = [cursor.direction === "older" ? 0 : 1, cursor.sort_time.getTime(), cursor.id];
  return Buffer.from(fields.join(".")).toString("base64url");
}

/** Null for a text that {@link encodeCursor} cannot have produced. */
export function decodeCursor(text: string): Cursor | null {
  const match = /^([01])\.(-?\d{1,16})\.(\d{1,10})$/.exec(Buffer.from(text, "base64url").toString("latin1"));
  if (!match) return null;
  const [time_ms, id] = [Number(match[2]), Number(match[3])];
  if (time_ms < FIRST_MS || time_ms > LAST_MS || !Id.safeParse(id).success) return null;
  return { direction: match[1] === "0" ? "older" : "newer", sort_time: new Date(time_ms), id };
}
