import { Readable } from "node:stream";
import type { Context } from "hono";
import type { StoredFile } from "../storage/storage.ts";

export interface FileHeaders {
  type: string;
  etag: string;
  cache: string;
  /** Offers the file under this name instead of showing it. */
  download_name?: string | null;
}

/** Streams a stored file, or says 304 when the asker has it. */
export function sendFile(c: Context, file: StoredFile, { type, etag, cache, download_name }: FileHeaders): Response {
  const headers: Record<string, string> = { ETag: etag, "Cache-Control": cache };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
  headers["Content-Type"] = type;
  headers["Content-Length"] = String(file.bytes);
  if (download_name)
    headers["Content-Disposition"] = `attachment; filename*=UTF-8''${encodeURIComponent(download_name)}`;
  return c.body(Readable.toWeb(file.stream()) as ReadableStream, 200, headers);
}
