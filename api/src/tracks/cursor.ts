/** A place in the list, between two tracks, and the way the reader goes from it. Opaque to everyone else. */
export interface Cursor {
  way: "older" | "newer";
  sort_time: Date;
  id: number;
}

export function encodeCursor(cursor: Cursor): string {
  const fields = [cursor.way === "older" ? 0 : 1, cursor.sort_time.getTime(), cursor.id];
  return Buffer.from(fields.join(".")).toString("base64url");
}

/** Null for anything {@link encodeCursor} did not make. */
export function decodeCursor(text: string): Cursor | null {
  const match = /^([01])\.(-?\d{1,16})\.(\d{1,10})$/.exec(Buffer.from(text, "base64url").toString("latin1"));
  if (!match) return null;
  const sort_time = new Date(Number(match[2]));
  if (Number.isNaN(sort_time.getTime())) return null;
  return { way: match[1] === "0" ? "older" : "newer", sort_time, id: Number(match[3]) };
}
