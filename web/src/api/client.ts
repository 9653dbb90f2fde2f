/** The one way to the server: bearer token, the rules for 401 and 403, failures as sentences. */
import { notify } from "../stores/notices";
import { session } from "../stores/session";
import { ApiFailure, failureOf, NO_ANSWER } from "./failure";

export const API = "/api";

/** What a refusal leads to; the app sets where to go. */
export const errorHandlers = {
  /** 401: the session is no longer good. */
  unauthorized: (): void => {},
  /** 403: not for this user. */
  forbidden: (): void => {},
};

interface CallOptions {
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;
  signal?: AbortSignal;
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Calls and reads JSON; a 204 gives undefined. Throws {@link ApiFailure}. */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const response = await ask(method, path, options);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** Calls and answers the response as it is, for bytes. Throws {@link ApiFailure}. */
export async function ask(method: Method, path: string, { body, query, signal }: CallOptions = {}): Promise<Response> {
  const token = session.access;
  const headers = authorization(token);
  const form = body instanceof FormData;
  if (body !== undefined && !form) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(API + path + queryString(query), {
      method,
      headers,
      body: body === undefined ? null : form ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure(0, NO_ANSWER);
  }
  if (response.ok) return response;
  throw applyErrorHandlers(failureOf(response.status, await response.json().catch(() => null)), token);
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

/** Says a failure at the bottom of the screen. What was given up on purpose is no failure. */
export function sayFailure(cause: unknown): void {
  if (cause instanceof ApiFailure) for (const sentence of cause.sentences) notify.error(sentence);
  else if (!(cause instanceof DOMException && cause.name === "AbortError")) notify.error(NO_ANSWER);
}

export function queryString(query: CallOptions["query"]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}
