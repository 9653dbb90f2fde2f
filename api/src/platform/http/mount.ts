import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { AppContext } from "../context.ts";
import { hideInLog } from "../log.ts";
import { secretsOfPath } from "./call-secrets.ts";
import { asCaller, type Caller } from "./computing-calls.ts";
import { detailError, forbidden, notSignedIn } from "./errors.ts";
import { readInput } from "./input.ts";
import { limitUser } from "./overload.ts";
import { consumeRateLimit } from "./rate-limit.ts";
import type { Access, EventStream, FileContent, HtmlPage, RouteDefinition, RouteTable, StreamedJson } from "./route.ts";
import type { Download, FileToSend, StoredJson } from "./send.ts";
import { type SentAnswer, send } from "./send.ts";
import { type Uploader, withinUploads } from "./uploads.ts";
import { type Env, findViewer, isAdministrator, type Viewer } from "./viewer.ts";

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

/** What functions receive that look up the row of the path for its caller. */
export interface CallById {
  context: AppContext;
  viewer: Viewer;
  params: { id: number };
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

type Handler<D> = (call: Call<D>) => AnswerOf<D> | Promise<AnswerOf<D>>;
export type Handlers<T> = { [R in keyof T]: Handler<T[R]> };

/** A handler whose definition is known at run time only. */
export type UntypedHandler = (call: never) => unknown;

/** Mounts every call of the table. */
export function mountRoutes(
  app: Hono<Env>,
  context: AppContext,
  table: RouteTable,
  handlers: Readonly<Record<string, UntypedHandler>>,
): void {
  for (const [name, definition] of Object.entries(table)) {
    const [method, path] = name.split(" ") as [string, string];
    const handle = handlers[name] as (call: object) => Promise<SentAnswer>;
    app.on(method, routerPath(path), async (c) => {
      c.set("route", name);
      hideInLog(secretsOfPath(c));
      const viewer = await viewerOf(context, c, definition.access);
      if (viewer) limitUser(context, viewer.id);
      if (definition.role) requireAdministrator(viewer);
      const input = await readInput(definition, c);
      await limitRate(context, definition, c, viewer, input.body);
      const act = () => asCaller(callerOf(c, viewer), () => handle({ context, viewer, c, ...input }));
      const isUpload = definition.form || definition.bytes;
      const answer = await (isUpload ? withinUploads(context, uploaderOf(c, viewer), act) : act());
      // The next request sees what this one changed, whatever is cached.
      if (method !== "GET") await context.events.flush();
      return send(c, answer);
    });
  }
}

/** `/files/{key}/` as Hono's router writes it; a key may contain slashes. The router sees no trailing slash. */
export function routerPath(path: string): string {
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

function callerOf(c: Context<Env>, viewer: Viewer | null): Caller {
  const name = viewer ? `user ${viewer.id}` : c.get("client_address");
  return { name, is_link: !viewer, signal: c.req.raw.signal };
}

function uploaderOf(c: Context<Env>, viewer: Viewer | null): Uploader {
  return { user_id: viewer?.id ?? null, address: c.get("client_address"), is_guest: !viewer?.email_verified };
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
    throw detailError("too_many_requests", `Too many attempts. Try again in ${wait_s} seconds.`, {
      "Retry-After": String(wait_s),
    });
  }
}

const ADMINISTRATORS_ONLY = "Administration is for administrators.";

function requireAdministrator(viewer: Viewer | null): void {
  if (!viewer || !isAdministrator(viewer)) throw forbidden(ADMINISTRATORS_ONLY);
}
