import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gzip, gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { StoredFile } from "../storage/storage.ts";
import { gzipHead, lengthWithHead, withHead } from "./gzip-parts.ts";
import type { Env } from "./viewer.ts";

/** What a handler returned, of whatever kind. */
export interface SentAnswer {
  status: number;
  body?: unknown;
  stored?: StoredJson;
  /** Of JSON. */
  pieces?: Iterable<string>;
  events?: ReadableStream<Uint8Array>;
  file?: FileToSend;
  download?: Download;
  html?: string;
}

/** Proxies must pass each event on at once. */
const EVENT_HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

export function send(
  c: Context<Env>,
  { status, body, stored, pieces, events, file, download, html }: SentAnswer,
): Response | Promise<Response> {
  if (file) return sendFile(c, file);
  if (download) return sendDownload(c, download);
  if (html !== undefined) return c.html(html, status as 200);
  if (events) return c.body(events, status as 200, EVENT_HEADERS);
  if (stored) return sendStoredJson(c, stored);
  if (pieces) return c.body(textStream(pieces), status as 200, { "Content-Type": "application/json" });
  return body === undefined ? c.body(null, status as 204) : sendJson(c, body, status);
}

export interface FileToSend {
  stored: StoredFile;
  /** The same, compressed, for clients that take it. */
  gzip?: StoredFile | null;
  content_type: string;
  /** Quoted, as in the header. */
  etag: string;
  cache_control: string;
  /** Offers the file for saving under this name instead of showing it. */
  download_name?: string | null;
  /** Address at which the client reads it instead; null: here. */
  elsewhere?: string | null;
}

/** Content made for one answer, offered for saving under a name. */
export interface Download {
  content: Uint8Array | ReadableStream<Uint8Array>;
  content_type: string;
  name: string;
}

const savedAs = (name: string) => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;

function sendDownload(c: Context, { content, content_type, name }: Download): Response {
  const headers: Record<string, string> = { "Content-Type": content_type, "Content-Disposition": savedAs(name) };
  if (content instanceof ReadableStream) return c.body(content, 200, headers);
  return c.body(content as Uint8Array<ArrayBuffer>, 200, { ...headers, "Content-Length": String(content.length) });
}

/** Streams a stored file; answers 304 when the client has the version of this tag, 307 when the file is read elsewhere. */
function sendFile(
  c: Context,
  { stored, gzip, content_type, etag, cache_control, download_name, elsewhere }: FileToSend,
): Response {
  // The address is for this client and moment.
  if (elsewhere) return c.body(null, 307, { Location: elsewhere, "Cache-Control": "private, no-store" });
  const sent = gzip && acceptsGzip(c.req.header("accept-encoding")) ? gzip : stored;
  // Compressed it is another representation, with a tag of its own.
  const tag = sent === gzip ? etag.replace(/"$/, '.gz"') : etag;
  const headers: Record<string, string> = { ETag: tag, "Cache-Control": cache_control };
  if (gzip) headers.Vary = "Accept-Encoding";
  if (c.req.header("if-none-match") === tag) return c.body(null, 304, headers);
  headers["Content-Type"] = content_type;
  if (sent === gzip) headers["Content-Encoding"] = "gzip";
  headers["Content-Length"] = String(sent.bytes);
  if (download_name) headers["Content-Disposition"] = savedAs(download_name);
  return c.body(Readable.toWeb(sent.stream()) as ReadableStream, 200, headers);
}

/** Shorter answers fit into one packet as they are. */
const MIN_COMPRESSED_BYTES = 1024;
/** Longer answers are compressed in another thread; for shorter ones passing them to it costs more. *guess* */
const MAX_SYNC_BYTES = 32 * 1024;
/** Quicker than the default level, and somewhat larger. *guess* */
const LEVEL = 3;

const gzipAside = promisify(gzip);

/**
 * Sends a body as JSON in one piece, compressed where that is worth it. The framework's own compression is a stream for
 * each answer, however short: in a profile of the mix of calls, a seventh of the busy time of the main thread.
 */
async function sendJson(c: Context, body: unknown, status: number): Promise<Response> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers: Record<string, string> = { "Content-Type": "application/json", Vary: "Accept-Encoding" };
  const isSmall = bytes.length < MIN_COMPRESSED_BYTES || !acceptsGzip(c.req.header("accept-encoding"));
  if (!isSmall) headers["Content-Encoding"] = "gzip";
  const sent = isSmall
    ? bytes
    : bytes.length <= MAX_SYNC_BYTES
      ? gzipSync(bytes, { level: LEVEL })
      : await gzipAside(bytes, { level: LEVEL });
  headers["Content-Length"] = String(sent.length);
  return c.body(sent as Uint8Array<ArrayBuffer>, status as 200, headers);
}

/** JSON whose end, the larger part by far, is stored as a gzip file. */
export interface StoredJson {
  /** The JSON before the stored part. */
  head: string;
  rest: StoredFile;
}

/** Answers up to this length are sent as one piece, which costs less than a stream. Guess. */
const ONE_PIECE_BYTES = 4 * 1024 * 1024;

/** Sends the stored bytes as they are, after the compressed head; decompressed for a client that takes no gzip. */
async function sendStoredJson(c: Context, { head, rest }: StoredJson): Promise<Response> {
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
function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? "").toLowerCase().split(",");
  for (const name of ["gzip", "*"]) {
    const [, ...parameters] =
      codings.map((coding) => coding.trim().split(/\s*;\s*/)).find(([coding]) => coding === name) ?? [];
    const is_named = codings.some((coding) => coding.trim().split(/\s*;/)[0] === name);
    if (is_named) return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

/** A text as a stream of its pieces, each made when it is read; other work has its turn before each. */
function textStream(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((turn) => setImmediate(turn));
      const piece = iterator.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
  });
}
