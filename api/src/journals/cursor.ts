import { fieldError } from "../http/errors.ts";
import { Id } from "../http/schemas.ts";

/** A position in a list beside one entry, and the direction of the page from it. Clients treat its text as opaque. */
export interface Cursor {
  direction: "older" | "newer";
  /** Entries are listed by id: one added later never moves the others to another page. */
  id: number;
}

export function encodeCursor({ direction, id }: Cursor): string {
  return Buffer.from(`${direction === "older" ? 0 : 1}.${id}`).toString("base64url");
}

/** Throws a field error for a text that {@link encodeCursor} cannot have produced. */
export function readCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  const match = /^([01])\.(\d{1,10})$/.exec(Buffer.from(text, "base64url").toString("latin1"));
  const id = Id.safeParse(Number(match?.[2]));
  if (!match || !id.success) throw fieldError({ cursor: ["This page is not known. Start from the first one."] });
  return { direction: match[1] === "0" ? "older" : "newer", id: id.data };
}
