import { Readable } from "node:stream";
import type { Context } from "hono";
import type { StoredFile } from "../storage/storage.ts";
import { acceptsGzip } from "./send-gzipped-json.ts";

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

export function sendDownload(c: Context, { content, content_type, name }: Download): Response {
  const headers: Record<string, string> = { "Content-Type": content_type, "Content-Disposition": savedAs(name) };
  if (content instanceof ReadableStream) return c.body(content, 200, headers);
  return c.body(content as Uint8Array<ArrayBuffer>, 200, { ...headers, "Content-Length": String(content.length) });
}

/** Streams a stored file; answers 304 when the client has the version of this tag, 307 when the file is read elsewhere. */
export function sendFile(
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
