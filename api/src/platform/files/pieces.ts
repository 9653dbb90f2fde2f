import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Storage } from "../storage/storage.ts";

/** Characters of JSON, and bytes of a buffer, that are one piece. */
const PIECE = 65_536;

export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** The JSON of an object, as `JSON.stringify` writes it. Its lists are written by element. */
export function* jsonPieces(value: object): Generator<string> {
  let piece = "";
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

function* partsOf(value: object): Generator<string> {
  let separator = "{";
  for (const [key, content] of Object.entries(value)) {
    if (content === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    if (Array.isArray(content)) yield* elementsOf(content);
    else yield JSON.stringify(content);
    separator = ",";
  }
  yield separator === "{" ? "{}" : "}";
}

function* elementsOf(list: readonly unknown[]): Generator<string> {
  for (const [i, element] of list.entries()) yield `${i === 0 ? "[" : ","}${JSON.stringify(element) ?? "null"}`;
  yield list.length === 0 ? "[]" : "]";
}

/** Views of these buffers. */
export function* bytePieces(buffers: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const bytes of buffers)
    for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

/** Stores a file that is never in memory as a whole. */
export async function storePieces(storage: Storage, key: string, pieces: Pieces): Promise<void> {
  const made = await storage.receive(Readable.from(pieces, { objectMode: false }));
  await made.keep(key);
}

/** The same, compressed. */
export async function storeGzipped(storage: Storage, key: string, pieces: Pieces): Promise<void> {
  const gzip = createGzip();
  const [made] = await Promise.all([storage.receive(gzip), pipeline(Readable.from(pieces), gzip)]);
  await made.keep(key);
}
