import type { MiddlewareHandler } from "hono";
import type { Env } from "../auth/viewer.ts";
import { LIMITS } from "../limits.ts";
import { detailError } from "./errors.ts";

/** Calls of one caller: a bucket of tokens that is filled at a constant rate. */
interface Bucket {
  tokens: number;
  at_ms: number;
}

export interface CallRate {
  per_s: number;
  burst: number;
}

/** Callers whose buckets are kept; of more, those that have not called for longest are forgotten. */
const MAX_CALLERS = 50_000;

/** A limit on the calls of each caller, in this process. Returns 0, or the seconds until the next call is allowed. */
export function callLimit({ per_s, burst }: CallRate, now_ms = () => Date.now()): (caller: string) => number {
  const buckets = new Map<string, Bucket>();
  return (caller) => {
    const at_ms = now_ms();
    const { tokens, at_ms: before_ms } = buckets.get(caller) ?? { tokens: burst, at_ms };
    const filled = Math.min(burst, tokens + (Math.max(0, at_ms - before_ms) / 1000) * per_s);
    const isAllowed = filled >= 1;
    buckets.delete(caller);
    buckets.set(caller, { tokens: isAllowed ? filled - 1 : filled, at_ms });
    if (buckets.size > MAX_CALLERS) buckets.delete(buckets.keys().next().value!);
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
  return detailError(429, `Too many requests. Try again in ${wait_s} seconds.`, { "Retry-After": String(wait_s) });
}

/** Seconds after which a refused client tries again. Guess. */
const RETRY_S = 2;

/**
 * Refuses calls above a number in progress with 503, so that those accepted are answered in time, and calls of an
 * address above its rate with 429. Uploads and streams of events last long and cost little: they are not counted, and
 * whoever watches the server is always answered.
 */
export function shedLoad(max_calls: number = LIMITS.calls_in_progress): MiddlewareHandler<Env> {
  const limit = callLimit(LIMITS.calls_per_address);
  let in_progress = 0;
  return async (c, next) => {
    const { path } = c.req;
    if (path.startsWith("/api/health")) return next();
    const wait_s = limit(c.get("client_address"));
    if (wait_s > 0) throw tooManyCalls(wait_s);
    const isLong = path.startsWith("/api/events") || c.req.header("content-type")?.startsWith("multipart/form-data");
    if (isLong) return next();
    if (in_progress >= max_calls) {
      throw detailError(503, "The server has too much to do at the moment. Try again in a few seconds.", {
        "Retry-After": String(RETRY_S),
      });
    }
    in_progress++;
    try {
      await next();
    } finally {
      in_progress--;
    }
  };
}
