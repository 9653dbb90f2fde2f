/**
 * Definition of a call of the API: who may make it, how often, what it takes, what it answers. The server mounts the
 * calls from these definitions, the OpenAPI document and the access matrix test are generated from them, and the
 * screens' client takes its types from them. Importable by the browser.
 */
import type { z } from "zod";

/**
 * `signed_in` needs a bearer token, `signed_address` a signature in the query, `shared` a bearer token or the `share_id` of
 * a race in the query (the handler checks it); `anonymous` none of them.
 */
export type Access = "anonymous" | "signed_in" | "signed_address" | "shared";

/** At most `max` calls in `window_s` seconds, counted per client address or per user. */
export interface RateLimit {
  per: "address" | "user";
  max: number;
  window_s: number;
  /** Calls with other bodies are not counted. */
  counts?: (body: never) => boolean;
}

/** JSON whose larger part is stored ready to send: it may be too large for memory. */
export interface StreamedJson<T extends z.ZodType = z.ZodType> {
  streamed: T;
}

/** Bytes with one of these content types. */
export interface FileContent {
  content_types: readonly string[];
}

/** Server-sent events with data of this schema. */
export interface EventStream<T extends z.ZodType = z.ZodType> {
  event: T;
}

/** A page for a person, as a text of HTML. */
export interface HtmlPage {
  html: true;
}
export const HTML: HtmlPage = { html: true };

/** Null is an answer without a body. */
export type Answer = z.ZodType | StreamedJson | FileContent | EventStream | HtmlPage | null;

/** Errors that do not follow from the rest of a definition, see `errorStatuses`. */
type ErrorStatus = 400 | 403 | 404 | 409 | 412 | 413 | 429 | 503 | 507;

export interface RouteDefinition {
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** Only people with this role may make the call. Checked before anything else of the request is read. */
  role?: "administrator";
  rateLimit?: RateLimit;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Its address passes through programs of others, which may add parameters of their own to the query: no error here. */
  is_from_outside?: true;
  /** JSON body. */
  body?: z.ZodType;
  /** Largest such body; by default that of a call without lists. */
  body_bytes?: number;
  /** Multipart form, read as a stream by the handler. */
  form?: z.ZodObject;
  /** Takes the ETag of what the caller has read as If-Match, and answers 412 when it has changed since. */
  if_match?: true;
  /** Raw bytes of any of these types, read as a stream by the handler. */
  bytes?: FileContent;
  /** Names an error of the body by its whole path, "report.results.0.name", not by the first field alone. */
  errors_by_path?: boolean;
  /** May read or compute a recording as a whole: what does so takes a turn (computing-calls.ts), the call itself none. */
  computes?: true;
  answers: Readonly<Record<number, Answer>>;
  errors?: readonly ErrorStatus[];
}

/** By method and path as in the specification, `GET /tracks/{id}/`, below /api. */
export type RouteTable = Readonly<Record<string, RouteDefinition>>;

export const route = <const D extends RouteDefinition>(definition: D): D => definition;

export const streamed = <T extends z.ZodType>(schema: T): StreamedJson<T> => ({ streamed: schema });
export const eventStream = <T extends z.ZodType>(schema: T): EventStream<T> => ({ event: schema });
export const file = (...content_types: string[]): FileContent => ({ content_types });

type In<T> = T extends z.ZodType ? z.input<T> : never;
/** Optional when every part of it is. */
type Part<K extends string, V> = [V] extends [never]
  ? { [P in K]?: never }
  : Record<never, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** What a caller gives. */
export type RequestOf<D> = Part<"params", D extends { params: infer P } ? In<P> : never> &
  Part<"query", D extends { query: infer Q } ? In<Q> : never> &
  Part<"body", D extends { body: infer B } ? In<B> : never> &
  (D extends { if_match: true } ? { if_match?: string } : { if_match?: never }) &
  Part<"form", D extends { form: unknown } ? FormData : never>;

type BodyOf<A> = A extends null
  ? undefined
  : A extends StreamedJson<infer T>
    ? z.output<T>
    : A extends z.ZodType
      ? z.output<A>
      : Uint8Array;

/** What a caller receives: one member a success status. */
export type ResponseOf<D> = D extends { answers: infer A }
  ? { [S in keyof A]: { status: S; body: BodyOf<A[S]> } }[keyof A]
  : never;

/** Every error status a call can answer. */
export function errorStatuses(definition: RouteDefinition): number[] {
  const { access, role, params, body, form, bytes, if_match, errors = [] } = definition;
  const input = body ?? form ?? bytes;
  // Any call may have a parameter that it does not take (input.ts), and be one too many for the server (overload.ts).
  const statuses = new Set<number>([...errors, 400, 429, 500, 503]);
  if (access === "signed_in" || access === "shared") statuses.add(401);
  if (access === "signed_address" || role) statuses.add(403);
  if (params) statuses.add(404);
  if (if_match) statuses.add(412);
  if (input) statuses.add(413).add(507);
  if (form ?? bytes) statuses.add(408);
  return [...statuses].sort();
}
