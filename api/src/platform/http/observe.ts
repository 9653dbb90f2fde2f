import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppContext } from "../context.ts";
import { hideInLog, inLogScope } from "../log.ts";
import { secretsOfAddress } from "./call-secrets.ts";
import type { Env } from "./viewer.ts";

/** An id that a proxy before this server gave; other texts are not repeated in logs. */
const PLAIN_ID = /^[\w.:-]{1,64}$/;

/**
 * Gives each call an id, which its answer and its log lines carry, measures it and logs it. `X-Request-Id` of the request
 * is taken over, so that the lines of a proxy and of this server can be found together.
 */
export function observe({ metrics, log }: AppContext) {
  return createMiddleware<Env>(async (c, next) => {
    const given = c.req.header("x-request-id") ?? "";
    const request_id = PLAIN_ID.test(given) ? given : randomUUID();
    const start = performance.now();
    metrics.in_flight.inc();
    await inLogScope({ request_id }, async () => {
      hideInLog(secretsOfAddress(c));
      try {
        await next();
        c.res.headers.set("X-Request-Id", request_id);
      } finally {
        metrics.in_flight.dec();
        const ms = performance.now() - start;
        const route = c.get("route") ?? "none";
        metrics.called(route, c.res.status, ms / 1000);
        log.info("call", { method: c.req.method, route, status: c.res.status, ms: Math.round(ms * 10) / 10 });
      }
    });
  });
}
