import type { Context } from "hono";
import type { AppContext } from "../context.ts";
import { notFound } from "../http/errors.ts";
import { isEqualSecret } from "../signature.ts";

/**
 * `GET /metrics` in the text format of Prometheus, outside of the API, for the holder of METRICS_TOKEN as bearer token.
 * Without that setting there is no such page: a request from this machine may be a proxy's, with or without a header.
 */
export function metricsRoute({ metrics, config }: AppContext) {
  return async (c: Context) => {
    const authorization = c.req.header("authorization") ?? "";
    const is_allowed = config.metrics_token && isEqualSecret(authorization, `Bearer ${config.metrics_token}`);
    if (!is_allowed) throw notFound("This page");
    return c.text(await metrics.text(), 200, { "Content-Type": metrics.content_type, "Cache-Control": "no-store" });
  };
}
