import { Readable } from "node:stream";
import type { Context } from "hono";
import type { StoredFile } from "../storage/storage.ts";

export interface FileToSend {
  stored: StoredFile;
  content_type: string;
  /** Quoted, as in the header. */
  etag: string;
  cache_control: string;
  /** Offers the file for saving under this name instead of showing it. */
  download_name?: string | null;
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

/** Streams a stored file; answers 304 when the client has the version of this tag. */
export function sendFile(
  c: Context,
  { stored, content_type, etag, cache_control, download_name }: FileToSend,
): Response {
  const headers: Record<string, string> = { ETag: etag, "Cache-Control": cache_control };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
  headers["Content-Type"] = content_type;
  headers["Content-Length"] = String(stored.bytes);
  if (download_name) headers["Content-Disposition"] = savedAs(download_name);
  return c.body(Readable.toWeb(stored.stream()) as ReadableStream, 200, headers);
}
