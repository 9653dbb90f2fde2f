/** The calls of a screen, answered by its test. A call that no test answers fails the test with its address. */
import type { ResponseFrom, RouteName } from "@leebow/api/contract";
import type { z } from "zod";
import { API } from "../../src/server/client";
import { ROUTES } from "../api-routes.ts";

/** A call of the screens. */
export interface Call {
  /** The parameters of the path by name. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** JSON that was sent; undefined without. */
  body: unknown;
  /** A form that was sent; undefined without. */
  form: FormData | undefined;
  headers: Headers;
}

/** A body, which is held against the schema of its route, or a response as it is. */
type Reply<R extends RouteName> = ResponseFrom<R>["body"] | Response;
type Answer = (call: Call) => unknown;

const answers = new Map<string, Answer>();
const unanswered: string[] = [];
const network = globalThis.fetch;

/** Answers the calls of a route from now on, in place of an earlier answer. */
export function answer<R extends RouteName>(route: R, reply: (call: Call) => Reply<R> | Promise<Reply<R>>): void {
  answers.set(route, reply);
}

/** An answer with an error. */
export const refusal = (status: number, body: unknown = {}): Response => Response.json(body, { status });

/** The answer of a server that cannot be reached. */
export const noAnswer = (): never => {
  throw new TypeError("Failed to fetch");
};

/** The bytes of an Arrow stream. */
export const arrow = (bytes: Uint8Array): Response =>
  new Response(bytes as BlobPart as BodyInit, { headers: { "content-type": "application/vnd.apache.arrow.stream" } });

/** Forgets all answers. Returns the calls that had none. */
export function forgetAnswers(): string[] {
  answers.clear();
  return unanswered.splice(0);
}

/** In place of `fetch`: calls of the API are answered, all others sent. */
export async function answeredFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? input : new Request(input, init);
  const { pathname, searchParams: query } = new URL(request.url);
  if (!pathname.startsWith(`${API}/`)) return network(input, init);
  const path = pathname.slice(API.length);
  // A route without parameters comes before one that could have this path, too.
  const routes = [...answers].sort(([one], [other]) => Number(one.includes("{")) - Number(other.includes("{")));
  for (const [route, reply] of routes) {
    const params = paramsOf(route, `${request.method} ${path}`);
    if (!params) continue;
    const isJson = request.headers.get("content-type")?.startsWith("application/json");
    const body = isJson ? await request.json() : undefined;
    const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
    const form = isForm ? await request.formData() : undefined;
    const answered = await reply({ params, query, body, form, headers: request.headers });
    request.signal.throwIfAborted();
    return answered instanceof Response ? answered : responseOf(route as RouteName, answered);
  }
  unanswered.push(`${request.method} ${path}${new URL(request.url).search}`);
  return noAnswer();
}

/** The parameters of a call of this route; undefined for another call. */
function paramsOf(route: string, called: string): Record<string, string> | undefined {
  const pattern = route.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(called);
  return found ? { ...found.groups } : undefined;
}

/** The first successful status of a route with this body. */
function responseOf(route: RouteName, body: unknown): Response {
  const [status, schema] = Object.entries(ROUTES[route].answers)[0]! as [string, unknown];
  if (body === undefined) return new Response(null, { status: Number(status) });
  if (body instanceof Uint8Array) return arrow(body);
  const { success, error } = jsonSchema(schema).safeParse(body);
  if (!success) {
    const fault = `${route} does not answer so: ${error.message}`;
    unanswered.push(fault);
    throw new Error(fault);
  }
  return Response.json(body, { status: Number(status) });
}

const jsonSchema = (schema: unknown): z.ZodType =>
  ((schema as { streamed?: z.ZodType }).streamed ?? schema) as z.ZodType;
