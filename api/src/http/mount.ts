import type { Context, Hono } from "hono";
import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import { type Env, findViewer, type Viewer } from "../auth/viewer.ts";
import { detailError, fieldError, notFound, notSignedIn } from "./errors.ts";
import { jsonOf } from "./json-body.ts";
import { limitUser } from "./overload.ts";
import { consumeRateLimit } from "./rate-limit.ts";
import type { Access, EventStream, FileContent, HtmlPage, RouteDefinition, RouteTable, StreamedJson } from "./route.ts";
import { type Download, type FileToSend, sendDownload, sendFile } from "./send-file.ts";
import { type StoredJson, sendStoredJson } from "./send-gzipped-json.ts";
import { textStream } from "./text-stream.ts";

/** Validated input of a part of the request; empty where the definition has none. */
type Out<T> = T extends z.ZodType ? z.output<T> : never;

type ViewerOf<D> = D extends { access: "signed_in" } ? Viewer : D extends { access: "shared" } ? Viewer | null : null;

/** What a handler receives: input that fits the definition, and the viewer where the call takes a session. */
export interface Call<D> {
  context: AppContext;
  viewer: ViewerOf<D>;
  params: D extends { params: infer P } ? Out<P> : undefined;
  query: D extends { query: infer Q } ? Out<Q> : undefined;
  body: D extends { body: infer B } ? Out<B> : undefined;
  /** Headers, and the body of a form. */
  c: Context<Env>;
}

type AnswerTo<S, A> = A extends null
  ? { status: S }
  : A extends StreamedJson<infer T>
    ? { status: S; body: z.output<T> } | { status: S; stored: StoredJson } | { status: S; pieces: Iterable<string> }
    : A extends EventStream
      ? { status: S; events: ReadableStream<Uint8Array> }
      : A extends FileContent
        ? { status: S; file: FileToSend } | { status: S; download: Download }
        : A extends HtmlPage
          ? { status: S; html: string }
          : A extends z.ZodType
            ? { status: S; body: z.output<A> }
            : never;

/** What a handler returns: one of the success answers of the definition. Errors are thrown. */
export type AnswerOf<D> = D extends { answers: infer A } ? { [S in keyof A]: AnswerTo<S, A[S]> }[keyof A] : never;

export type Handler<D> = (call: Call<D>) => AnswerOf<D> | Promise<AnswerOf<D>>;
export type Handlers<T> = { [R in keyof T]: Handler<T[R]> };

/** A handler whose definition is known at run time only. */
type UntypedHandler = (call: object) => Promise<SentAnswer>;

/** Mounts every call of the table; a definition without a handler is a type error. */
export function mountRoutes<T extends RouteTable>(
  app: Hono<Env>,
  context: AppContext,
  table: T,
  handlers: Handlers<T>,
): void {
  for (const [name, definition] of Object.entries(table)) {
    const [method, path] = name.split(" ") as [string, string];
    const handle = handlers[name as keyof T] as unknown as UntypedHandler;
    app.on(method, routerPath(path), async (c) => {
      c.set("route", name);
      const viewer = await viewerOf(context, c, definition.access);
      if (viewer) limitUser(context, viewer.id);
      const input = await readInput(definition, c);
      await limitRate(context, definition, c, viewer, input.body);
      const answer = await handle({ context, viewer, c, ...input });
      // The next request sees what this one changed, whatever is cached.
      if (method !== "GET") await context.events.settle();
      return send(c, answer);
    });
  }
}

/** `/files/{key}/` as Hono's router writes it; a key may contain slashes. The router sees no trailing slash. */
function routerPath(path: string): string {
  return path.replace(/\/$/, "").replace(/\{(\w+)\}/g, (_, name) => (name === "key" ? ":key{.+}" : `:${name}`));
}

/** The signed-in user. Throws 401. */
export async function requireViewer(context: AppContext, c: Context<Env>): Promise<Viewer> {
  const viewer = await findViewer(context, c.req.header("authorization"));
  if (!viewer) throw notSignedIn();
  return viewer;
}

/** The signed-in user of a call with this access. Throws 401 where it needs one; `shared` calls take a share id instead. */
async function viewerOf(context: AppContext, c: Context<Env>, access: Access): Promise<Viewer | null> {
  if (access === "signed_in") return requireViewer(context, c);
  if (access !== "shared") return null;
  const viewer = await findViewer(context, c.req.header("authorization"));
  if (!viewer && !c.req.query("share_id")) throw notSignedIn();
  return viewer ?? null;
}

async function readInput(definition: RouteDefinition, c: Context<Env>) {
  const { params, query, body, errors_by_path } = definition;
  return {
    params: params && parseParams(params, c.req.param()),
    query: query && parse(query, queryOf(c, query)),
    body: body && parse(body, await jsonOf(c), errors_by_path),
  };
}

/** A parameter that cannot be one names nothing that exists. */
function parseParams(schema: z.ZodType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (!result.success || findNul(params)) throw notFound();
  return result.data;
}

/** Validated input. Throws a 400 with one message a field, or with a sentence when no field is at fault. */
function parse(schema: z.ZodType, value: unknown, by_path = false): unknown {
  const nul = findNul(value);
  // PostgreSQL stores no NUL in a text.
  if (nul) throw fieldError({ [nul]: ["This text contains a character that cannot be stored."] });
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(result.error, by_path);
  return result.data;
}

/** A validation error as the answer 400. */
function invalid(error: z.ZodError, by_path: boolean) {
  const whole = error.issues.find(({ path }) => path.length === 0);
  return whole ? detailError(400, whole.message) : fieldError(fieldErrorsOf(error, by_path));
}

/** The first message of each field; fields within a field are named by their path when `by_path`. */
export function fieldErrorsOf(error: z.ZodError, by_path = false): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    fields[by_path ? path.map(String).join(".") : String(path[0])] ??= [message];
  }
  return fields;
}

/** Name of the first field with a NUL character in it, at any depth. */
function findNul(value: unknown, field = "detail"): string | null {
  if (typeof value === "string") return value.includes("\0") ? field : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const own = field === "detail" && !Array.isArray(value) ? name.replaceAll("\0", "") || "detail" : field;
    if (name.includes("\0")) return own;
    const found = findNul(part, own);
    if (found) return found;
  }
  return null;
}

/** A parameter that is a list in the schema, or was given several times, is an array. */
function queryOf(c: Context<Env>, schema: z.ZodObject): Record<string, string | string[]> {
  const isList = (name: string) => {
    const field = schema.shape[name];
    return (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodArray;
  };
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 && !isList(name) ? values[0]! : values]),
  );
}

async function limitRate(
  context: AppContext,
  { operationId, rateLimit }: RouteDefinition,
  c: Context<Env>,
  viewer: Viewer | null,
  body: unknown,
): Promise<void> {
  if (!rateLimit || (rateLimit.counts && !rateLimit.counts(body as never))) return;
  const caller = rateLimit.per === "user" && viewer ? `user ${viewer.id}` : c.get("client_address");
  const wait_s = await consumeRateLimit(context.db, `${operationId} ${caller}`, rateLimit);
  if (wait_s > 0) {
    throw detailError(429, `Too many attempts. Try again in ${wait_s} seconds.`, { "Retry-After": String(wait_s) });
  }
}

interface SentAnswer {
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

function send(
  c: Context<Env>,
  { status, body, stored, pieces, events, file, download, html }: SentAnswer,
): Response | Promise<Response> {
  if (file) return sendFile(c, file);
  if (download) return sendDownload(c, download);
  if (html !== undefined) return c.html(html, status as 200);
  if (events) return c.body(events, status as 200, EVENT_HEADERS);
  if (stored) return sendStoredJson(c, stored);
  if (pieces) return c.body(textStream(pieces), status as 200, { "Content-Type": "application/json" });
  return body === undefined ? c.body(null, status as 204) : c.json(body as object, status as 200);
}
