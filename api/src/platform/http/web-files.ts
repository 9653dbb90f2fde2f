import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { getMimeType, mimes } from "hono/utils/mime";
import { inlineScriptHashes } from "./security-headers.ts";

const TYPES = { ...mimes, vtt: "text/vtt; charset=utf-8" };
/** Folders of files with a hash in their name. */
const HASHED = /^\/(assets|analyze-workers)\//;
const COMPRESSED = new Set([".html", ".js", ".mjs", ".css", ".json", ".map", ".svg", ".wasm", ".txt", ".webmanifest"]);

type Bytes = Uint8Array<ArrayBuffer>;

interface WebFile {
  bytes: Bytes;
  type: string;
  etag: string;
  compressed: boolean;
  /** Hashes of the inline scripts of a page. */
  script_hashes: string[];
  /** Computed at the first request. */
  encodings: Map<string, Promise<Bytes>>;
}

/**
 * Serves the built screens. A path without a file is a page of the app and gets index.html; a missing asset is 404, so
 * that a script element never receives a page. Files with a hash in their name are cacheable without limit.
 */
export function webFiles(folder: string, policyFor: (url: string, script_hashes: string[]) => string) {
  const root = resolve(folder);
  const cache = new Map<string, { modified_ms: number; file: WebFile }>();
  return async (c: Context): Promise<Response> => {
    const wanted = pathInside(root, c.req.path);
    const isAsset = extname(c.req.path) !== "";
    const found =
      (wanted && (await load(cache, wanted))) || (isAsset ? null : await load(cache, join(root, "index.html")));
    if (!found) return c.text("There is no such file.", 404);
    if (found.script_hashes.length > 0) c.header("Content-Security-Policy", policyFor(c.req.url, found.script_hashes));
    return answer(c, found, HASHED.test(c.req.path));
  };
}

async function answer(c: Context, file: WebFile, hashed: boolean): Promise<Response> {
  const encoding = file.compressed ? accepted(c.req.header("accept-encoding") ?? "") : null;
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag;
  c.header("ETag", etag);
  c.header("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
  c.header("Vary", "Accept-Encoding");
  if (c.req.header("if-none-match") === etag) return c.body(null, 304);
  c.header("Content-Type", file.type);
  if (!encoding) return ranged(c, file);
  c.header("Content-Encoding", encoding);
  return c.body(await encoded(file, encoding));
}

/** Answers a range request for an uncompressed file: the packed coast is read in ranges. */
function ranged(c: Context, { bytes }: WebFile): Response {
  c.header("Accept-Ranges", "bytes");
  const match = /^bytes=(\d+)-(\d*)$/.exec(c.req.header("range") ?? "");
  if (!match) return c.body(bytes);
  const from = Number(match[1]);
  const until = Math.min(match[2] ? Number(match[2]) + 1 : bytes.length, bytes.length);
  if (from >= until) return c.body(null, 416, { "Content-Range": `bytes */${bytes.length}` });
  return c.body(bytes.subarray(from, until), 206, { "Content-Range": `bytes ${from}-${until - 1}/${bytes.length}` });
}

function accepted(header: string): "br" | "gzip" | null {
  if (/\bbr\b/.test(header)) return "br";
  return /\bgzip\b/.test(header) ? "gzip" : null;
}

function encoded(file: WebFile, encoding: "br" | "gzip"): Promise<Bytes> {
  let bytes = file.encodings.get(encoding);
  if (!bytes) {
    // Quality 6: within a few percent of the smallest size at a twentieth of the time; a request waits for it.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: file.bytes.length };
    const made = encoding === "br" ? promisify(brotliCompress)(file.bytes, { params }) : promisify(gzip)(file.bytes);
    bytes = made.then((buffer) => new Uint8Array(buffer));
    file.encodings.set(encoding, bytes);
  }
  return bytes;
}

function pathInside(root: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes("\0")) return null;
  const wanted = resolve(root, `.${decoded}`);
  return wanted.startsWith(root + sep) ? wanted : null;
}

async function load(cache: Map<string, { modified_ms: number; file: WebFile }>, path: string): Promise<WebFile | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  const kept = cache.get(path);
  if (kept?.modified_ms === found.mtimeMs) return kept.file;
  const bytes = new Uint8Array(await readFile(path));
  const extension = extname(path);
  const file: WebFile = {
    bytes,
    type: getMimeType(path, TYPES) ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    compressed: COMPRESSED.has(extension),
    script_hashes: extension === ".html" ? inlineScriptHashes(Buffer.from(bytes).toString("utf8")) : [],
    encodings: new Map(),
  };
  cache.set(path, { modified_ms: found.mtimeMs, file });
  return file;
}
