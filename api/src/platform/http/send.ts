import type { Context } from "hono";
import { type Download, type FileToSend, sendDownload, sendFile } from "./send-file.ts";
import { type StoredJson, sendStoredJson } from "./send-gzipped-json.ts";
import { sendJson } from "./send-json.ts";
import { textStream } from "./text-stream.ts";
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
