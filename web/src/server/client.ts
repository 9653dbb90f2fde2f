/** HTTP client of the API, typed from its route definitions: bearer token, handlers for 401 and 403, errors as sentences. */
import type { RequestTo, ResponseFrom, RouteName, ServerConfig } from "@leebow/api/contract";
import { ApiFailure, failureOf, NO_ANSWER } from "./failure";
import { notify } from "./notices";
import { session } from "./session";

export const API = "/api";

/** Called on these answers; the app sets them. */
export const errorHandlers = {
  /** 401: the session has ended. */
  unauthorized: (): void => {},
  /** 403: not allowed for this user. */
  forbidden: (): void => {},
};

/** What a call takes beside its name: parameters of the path, query, body or form as the route defines them. */
export type CallOptions<R extends RouteName> = RequestTo<R> & {
  signal?: AbortSignal | undefined;
  /** The caller shows a 403, which then does not lead away. */
  shows_forbidden?: boolean;
};
export type OptionsOf<R extends RouteName> =
  Record<never, never> extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

/** Body of the successful answers: JSON, bytes of a file, or undefined without a body. Throws {@link ApiFailure}. */
export async function call<R extends RouteName>(name: R, ...options: OptionsOf<R>): Promise<ResponseFrom<R>["body"]> {
  return (await request(name, ...options)).body;
}

/** Status and body of the answer, for calls with several successful statuses. Throws {@link ApiFailure}. */
export async function request<R extends RouteName>(name: R, ...[options]: OptionsOf<R>): Promise<ResponseFrom<R>> {
  const response = await send(name, options ?? {});
  // The server's tests hold every answer against the schema of its route.
  return { status: response.status, body: await bodyOf(response) } as ResponseFrom<R>;
}

/** A request whose route is known at run time only. */
interface Sent {
  params?: Record<string, string | number>;
  query?: Query;
  body?: unknown;
  form?: FormData;
  if_match?: string;
  signal?: AbortSignal | undefined;
  shows_forbidden?: boolean;
}

async function send(name: RouteName, options: object): Promise<Response> {
  const { params, query, body, form, if_match, signal, shows_forbidden }: Sent = options;
  const [method, path] = name.split(" ") as [string, string];
  const token = session.access;
  const headers = authorization(token);
  if (body !== undefined) headers["content-type"] = "application/json";
  if (if_match !== undefined) headers["if-match"] = `"${if_match}"`;
  const address = API + filledPath(path, params) + queryString(query);
  let response: Response;
  try {
    // A page is reported by POST as soon as it is open.
    if (method !== "GET" && method !== "POST") forgetEarly();
    const early = method === "GET" ? takeEarly(address, token) : undefined;
    response =
      (early && (await early)) ??
      (await fetch(address, {
        method,
        headers,
        body: form ?? (body === undefined ? null : JSON.stringify(body)),
        signal: signal ?? null,
      }));
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure(0, NO_ANSWER);
  }
  if (response.ok) return response;
  const failure = failureOf(response.status, await response.json().catch(() => null));
  throw shows_forbidden && failure.status === 403 ? failure : applyErrorHandlers(failure, token);
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return isJson ? response.json() : new Uint8Array(await response.arrayBuffer());
}

function filledPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!));
}

/** The headers of a request with this session's token; none without a session. */
export function authorization(token: string | null): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

/**
 * Calls the error handler of a 401 or 403 and returns the failure. `token` is the one the request was sent with: a 401
 * ends the session of that token only, so that a late answer to an old session's request leaves a new session alone,
 * and a wrong password without a session ends none.
 */
export function applyErrorHandlers(failure: ApiFailure, token: string | null): ApiFailure {
  if (failure.status === 401 && token !== null && token === session.access) errorHandlers.unauthorized();
  if (failure.status === 403) errorHandlers.forbidden();
  return failure;
}

/** Shows a failure as a toast. An aborted request is not a failure. */
export function showFailure(cause: unknown): void {
  if (cause instanceof ApiFailure) for (const sentence of cause.sentences) notify.error(sentence);
  else if (!(cause instanceof DOMException && cause.name === "AbortError")) notify.error(NO_ANSWER);
}

type Query = Record<string, string | number | undefined | readonly (string | number)[]>;

/** `?name=value…`; a list repeats its name, undefined is left out. */
export function queryString(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}

// Calls that the inline script of the page (preload-plugin.ts) sent before any module was loaded.

/** By their address, for the session with this token. */
export interface EarlyAnswers {
  token: string;
  answers: Map<string, Promise<Response>>;
}

/** How long after the page was opened one is new enough, ms. *guess* */
const FRESH_MS = 30_000;

/**
 * The answer to a GET of this address, once; undefined where it was not asked for, and where it was refused or did not come:
 * what the user has done since may have changed that.
 */
export function takeEarly(address: string, token: string | null): Promise<Response | undefined> | undefined {
  const { leebow_early: early } = globalThis as { leebow_early?: EarlyAnswers };
  if (!early || early.token !== token || performance.now() > FRESH_MS) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer?.then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
}

/** Forgets all of them: what they say may be another after a change. */
export function forgetEarly(): void {
  const { leebow_early: early } = globalThis as { leebow_early?: EarlyAnswers };
  early?.answers.clear();
}

let requested: Promise<ServerConfig | null> | null = null;

/** The public configuration of the server, requested until it has answered once; null when it does not answer. */
export function serverConfig(): Promise<ServerConfig | null> {
  requested ??= call("GET /config/").catch(() => {
    requested = null;
    return null;
  });
  return requested;
}

/**
 * The online map style that the server names; null for the packed coast, also when the server does not answer. Null on a
 * page opened by a share link, too, which requests nothing from others (its content security policy allows nothing).
 */
export async function mapStyleUrl(): Promise<string | null> {
  if (new URLSearchParams(globalThis.location?.search).has("share_id")) return null;
  return (await serverConfig())?.map_style_url ?? null;
}
