import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import { notFound } from "../http/errors.ts";

/**
 * `GET /metrics` in the text format of Prometheus, outside of the API: with METRICS_TOKEN as bearer token, or without one
 * from this machine alone. Everybody else is told that there is nothing.
 */
export function metricsRoute({ metrics, config }: AppContext, socket: (c: Context) => string | undefined) {
  return async (c: Context) => {
    const authorization = c.req.header("authorization") ?? "";
    const is_allowed = config.metrics_token
      ? isSame(authorization, `Bearer ${config.metrics_token}`)
      : isLoopback(socket(c)) && !c.req.header("x-forwarded-for");
    if (!is_allowed) throw notFound("This page");
    return c.text(await metrics.text(), 200, { "Content-Type": metrics.content_type, "Cache-Control": "no-store" });
  };
}

/** In a time that does not depend on where the two differ. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

const isLoopback = (address = "") => /^(127\.|::1$|::ffff:127\.)/.test(address);
