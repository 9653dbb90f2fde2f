import type { RequestListener } from "node:http";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../context.ts";
import { LIMITS } from "../limits.ts";
import type { Calls } from "./calls.ts";
import type { ErrorCode } from "./error-codes.ts";
import { detailError } from "./errors.ts";
import type { Env } from "./viewer.ts";

/** Calls of one caller: a bucket of tokens that is filled at a constant rate. */
interface Bucket {
  tokens: number;
  at_ms: number;
}

interface CallRate {
  per_s: number;
  burst: number;
}

/** Callers whose buckets are kept; of more, those that have not called for longest are forgotten. */
const MAX_CALLERS = 50_000;

/** A limit on the calls of each caller, in this process. Returns 0, or the seconds until the next call is allowed. */
export function callLimit({ per_s, burst }: CallRate, now_ms = () => Date.now()): (caller: string) => number {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CALLERS });
  return (caller) => {
    const at_ms = now_ms();
    const { tokens, at_ms: before_ms } = buckets.get(caller) ?? { tokens: burst, at_ms };
    const filled = Math.min(burst, tokens + (Math.max(0, at_ms - before_ms) / 1000) * per_s);
    const isAllowed = filled >= 1;
    buckets.set(caller, { tokens: isAllowed ? filled - 1 : filled, at_ms });
    return isAllowed ? 0 : Math.max(1, Math.ceil((1 - filled) / per_s));
  };
}

const of_users = new WeakMap<object, (caller: string) => number>();

/** Counts a call of a user in the process that has this context. Throws 429 over the limit. */
export function limitUser(context: object, user_id: number): void {
  const limit = of_users.get(context) ?? callLimit(LIMITS.calls_per_user);
  of_users.set(context, limit);
  const wait_s = limit(String(user_id));
  if (wait_s > 0) throw tooManyCalls(wait_s);
}

function tooManyCalls(wait_s: number) {
  return detailError("too_many_requests", `Too many requests. Try again in ${wait_s} seconds.`, {
    "Retry-After": String(wait_s),
  });
}

/** Seconds after which a refused client tries again. Guess. */
const RETRY_S = 2;
const TOO_MUCH = "The server has too much to do at the moment. Try again in a few seconds.";

/** The calls that a process is answering. */
export interface CallsInProgress {
  isFull(): boolean;
  begin(): void;
  end(): void;
}

export function callsInProgress(max_calls: number = LIMITS.calls_in_progress): CallsInProgress {
  let count = 0;
  return { isFull: () => count >= max_calls, begin: () => void count++, end: () => void count-- };
}

/** Uploads and streams of events last long, cost little and have limits of their own; health checks are always answered. */
function isCounted({ isUpload, isStream }: Calls, method: string, path: string): boolean {
  if (!path.startsWith("/api/") || /^\/api\/health(\/|$)/.test(path)) return false;
  return !isUpload(method, path) && !isStream(method, path);
}

/** Refuses calls of an address above its rate with 429. */
export function limitAddresses(): MiddlewareHandler<Env> {
  const limit = callLimit(LIMITS.calls_per_address);
  return async (c, next) => {
    const wait_s = c.req.path.startsWith("/api/health") ? 0 : limit(c.get("client_address"));
    if (wait_s > 0) throw tooManyCalls(wait_s);
    return next();
  };
}

/** Refuses calls above a number in progress with 503, so that those accepted are answered in time. */
export function shedLoad(calls: CallsInProgress, of_table: Calls): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isCounted(of_table, c.req.method, c.req.path)) return next();
    if (calls.isFull()) throw detailError("busy", TOO_MUCH, { "Retry-After": String(RETRY_S) });
    calls.begin();
    try {
      await next();
    } finally {
      calls.end();
    }
  };
}

/**
 * The same refusal before anything else is done about a call: a server that is sent five times what it can do would
 * otherwise spend its time on refusing.
 */
export function refusingEarly(
  answer: RequestListener,
  calls: CallsInProgress,
  of_table: Calls,
  metrics: AppContext["metrics"],
): RequestListener {
  const body = JSON.stringify({ detail: TOO_MUCH, code: "busy" satisfies ErrorCode });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Retry-After": RETRY_S,
  };
  return (request, response) => {
    if (!calls.isFull() || !isCounted(of_table, request.method ?? "", request.url ?? ""))
      return answer(request, response);
    metrics.called("refused", 503, 0);
    // What the client sends is read, since some read no answer before they have sent everything.
    request.resume();
    response.writeHead(503, headers).end(body);
  };
}
