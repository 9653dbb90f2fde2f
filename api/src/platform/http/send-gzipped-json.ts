import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Context } from "hono";
import type { StoredFile } from "../storage/storage.ts";
import { gzipHead, lengthWithHead, withHead } from "./gzip-parts.ts";

/** JSON whose end, the larger part by far, is stored as a gzip file. */
export interface StoredJson {
  /** The JSON before the stored part. */
  head: string;
  rest: StoredFile;
}

/** Answers up to this length are sent as one piece, which costs less than a stream. Guess. */
const ONE_PIECE_BYTES = 4 * 1024 * 1024;

/** Sends the stored bytes as they are, after the compressed head; decompressed for a client that takes no gzip. */
export async function sendStoredJson(c: Context, { head, rest }: StoredJson): Promise<Response> {
  const compressed = gzipHead(head);
  const bytes = lengthWithHead(compressed, rest.bytes);
  const parts = withHead(compressed, rest.stream());
  const headers = { "Content-Type": "application/json", Vary: "Accept-Encoding" };
  if (!acceptsGzip(c.req.header("accept-encoding"))) {
    const plain = createGunzip();
    // An error ends the stream, and with it the connection: the client sees that the answer is not complete.
    pipeline(Readable.from(parts), plain, () => {});
    return c.body(Readable.toWeb(plain) as ReadableStream, 200, headers);
  }
  const gzipped = { ...headers, "Content-Encoding": "gzip", "Content-Length": String(bytes) };
  if (bytes > ONE_PIECE_BYTES) return c.body(Readable.toWeb(Readable.from(parts)) as ReadableStream, 200, gzipped);
  const pieces: Uint8Array[] = [];
  for await (const piece of parts) pieces.push(piece);
  return c.body(Buffer.concat(pieces) as Uint8Array<ArrayBuffer>, 200, gzipped);
}

/** By an Accept-Encoding header; without one a client takes whatever comes, but programs that send none seldom can. */
export function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? "").toLowerCase().split(",");
  for (const name of ["gzip", "*"]) {
    const [, ...parameters] =
      codings.map((coding) => coding.trim().split(/\s*;\s*/)).find(([coding]) => coding === name) ?? [];
    const is_named = codings.some((coding) => coding.trim().split(/\s*;/)[0] === name);
    if (is_named) return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}
