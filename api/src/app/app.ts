import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import type { AppContext } from "../platform/context.ts";
import { remakeMissing } from "../platform/files/results.ts";
import { type Calls, callsOf, notAllowed } from "../platform/http/calls.ts";
import { clientAddress } from "../platform/http/client-address.ts";
import { docsRoutes } from "../platform/http/docs.ts";
import { codesOf } from "../platform/http/error-codes.ts";
import { detailError } from "../platform/http/errors.ts";
import { faultBehind, faultOf, REMADE } from "../platform/http/faults.ts";
import { requireBodyInTime } from "../platform/http/json-body.ts";
import { mountRoutes, requireViewer, routerPath } from "../platform/http/mount.ts";
import { observe } from "../platform/http/observe.ts";
import { openapiDocument } from "../platform/http/openapi.ts";
import { type CallsInProgress, callsInProgress, limitAddresses, shedLoad } from "../platform/http/overload.ts";
import { withoutSlash } from "../platform/http/paths.ts";
import { contentPolicy, securityHeaders } from "../platform/http/security-headers.ts";
import { readingRefused } from "../platform/http/uploads.ts";
import type { Env } from "../platform/http/viewer.ts";
import { webFiles } from "../platform/http/web-files.ts";
import { LIMITS } from "../platform/limits.ts";
import { metricsRoute } from "../platform/ops/metrics-route.ts";
import { routesOf } from "../platform/ops/resource.ts";

/** The whole server as one function from request to response. `calls` counts those it answers at the moment. */
export function createApp(context: AppContext, calls: CallsInProgress = callsInProgress()): Hono<Env> {
  const of_table = callsOf(routesOf(context.resources));
  const app = new Hono<Env>({ getPath: withoutSlash });
  app.onError((error, c) => errorAnswer(context, error, c));
  app.use(securityHeaders(context.config));
  app.get("/metrics", metricsRoute(context));
  app.use("/api/*", observe(context));
  // An analysis is a megabyte of JSON and a tenth of that compressed.
  app.use("/api/*", compress());
  app.use("/api/*", async (c, next) => {
    c.set(
      "client_address",
      clientAddress(socketAddress(c), c.req.header("x-forwarded-for"), context.config.trusted_proxies),
    );
    await next();
    // Answers depend on the user and the moment.
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  app.use("/api/*", readingRefused());
  app.use("/api/*", limitAddresses());
  app.use("/api/*", smallBody(of_table));
  app.use("/api/*", requireBodyInTime());
  app.use("/api/*", shedLoad(calls, of_table));
  app.route("/api", apiOf(context, of_table));
  if (context.config.web) {
    const policy = (url: string, hashes: string[]) => contentPolicy(context.config, url, hashes);
    app.get("*", webFiles(context.config.web, policy));
  }
  return app;
}

/** Every call of the contract, the documentation, and 404 for the rest. */
function apiOf(context: AppContext, of_table: Calls): Hono<Env> {
  const api = new Hono<Env>({ getPath: withoutSlash });
  // A worker tells how it is, and nothing else.
  const resources =
    context.config.role === "worker" ? context.resources.filter(({ name }) => name === "server") : context.resources;
  for (const path of of_table.literal_paths) {
    api.all(routerPath(path), async (c, next) => {
      const methods = of_table.methodsAt(path);
      if ([...methods, "HEAD"].includes(c.req.method)) return next();
      await requireViewer(context, c);
      throw notAllowed(methods);
    });
  }
  for (const { routes, handlers } of resources) mountRoutes(api, context, routes, handlers);
  let document: ReturnType<typeof openapiDocument> | undefined;
  api.get("/openapi.json", (c) => {
    // Made when it is first asked for: a start takes 0.2 s of computing time less.
    document ??= openapiDocument(context.resources, context.core.version);
    return c.json(document);
  });
  api.route("/docs", docsRoutes());
  // Which paths exist is for signed-in users.
  api.all("*", async (c) => {
    await requireViewer(context, c);
    const allowed = of_table.methodsOf(c.req.path.replace(/^\/api/, ""));
    if (allowed.length === 0) throw detailError("not_found", "There is no such call.");
    throw notAllowed(allowed);
  });
  return api;
}

/** Limit of every body but an upload, which has its own. */
const limitBody = bodyLimit({
  maxSize: LIMITS.json_bytes,
  onError: () => {
    throw detailError("too_large", "This is more than the call can take.");
  },
});
const smallBody =
  ({ isUpload }: Calls): typeof limitBody =>
  (c, next) =>
    isUpload(c.req.method, c.req.path) ? next() : limitBody(c, next);

/** An error as an answer. The cause of a 500 goes to the log alone: it may hold what the client must not learn. */
async function errorAnswer(context: AppContext, error: Error, c: Context<Env>): Promise<Response> {
  // Errors of errors.ts carry their answer; the framework's carry a text.
  if (error instanceof HTTPException) {
    const [code = "bad_request"] = codesOf(error.status);
    return error.res ?? detailError(code, `${error.message.replace(/\.$/, "")}.`).getResponse();
  }
  // The route and not the path, which may hold a secret.
  context.log.error("call failed", { method: c.req.method, route: c.get("route") ?? "none", error });
  const is_remade = await remakeMissing(context, error).catch(() => false);
  const fault = is_remade ? REMADE : (faultOf(error) ?? (await faultBehind(context.db)));
  if (fault) {
    const headers: Record<string, string> =
      fault.retry_after_s === null ? {} : { "Retry-After": String(fault.retry_after_s) };
    return detailError(fault.code, fault.detail, headers).getResponse();
  }
  return detailError(
    "fault",
    "Something went wrong on the server. What was kept before is kept; try again.",
  ).getResponse();
}

function socketAddress(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    // No socket: a test calls the app directly.
    return undefined;
  }
}
