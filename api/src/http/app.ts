import { getConnInfo } from "@hono/node-server/conninfo";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import { sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import { type Env, requireViewer } from "../auth/viewer.ts";
import { LIMITS, type ServerConfig } from "../contract.ts";
import { docsRoutes } from "../docs/routes.ts";
import { fileRoutes } from "../files/routes.ts";
import { reportRoutes } from "../reports/routes.ts";
import { trackRoutes } from "../tracks/routes.ts";
import { userRoutes } from "../users/routes.ts";
import { clientAddress } from "./client-address.ts";
import { detailError } from "./errors.ts";
import { answers, newApp, openapiDocument } from "./openapi.ts";
import { contentPolicy, securityHeaders } from "./security-headers.ts";
import { webFiles } from "./web-files.ts";

/** Calls that need no session; everything else under /api does. */
const OPEN = new Set([
  "POST /api/users/register",
  "POST /api/users/login",
  "POST /api/users/forgot",
  "POST /api/users/reset",
  "GET /api/health",
  "GET /api/config",
  "GET /api/openapi.json",
]);
/** Below these: signed addresses check themselves, the viewer of the documentation shows nothing of anybody. */
const OPEN_BELOW = ["/api/files/", "/api/docs"];

const isOpen = (method: string, path: string) => {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return OPEN.has(`${method} ${plain}`) || (method === "GET" && OPEN_BELOW.some((start) => path.startsWith(start)));
};

/** The whole server as one function from request to response. */
export function createApp(context: AppContext): OpenAPIHono<Env> {
  const app = newApp();
  app.onError((error, c) => answerOf(context, error, c.req.method, c.req.path));
  app.use(securityHeaders(context.config));
  // An analysis is a megabyte of JSON and a tenth of that compressed.
  app.use("/api/*", compress());
  app.use("/api/*", async (c, next) => {
    c.set(
      "client_address",
      clientAddress(socketAddress(c), c.req.header("x-forwarded-for"), context.config.trusted_proxies),
    );
    await next();
    // Answers are about one person at one moment.
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  app.use("/api/*", requireViewer(context, isOpen));
  app.use("/api/*", smallBody);

  const api = newApp();
  for (const routes of [userRoutes(context), trackRoutes(context), reportRoutes(context), fileRoutes(context)])
    api.route("/", routes);
  serverRoutes(api, context);
  app.route("/api", api);
  app.get("/api/openapi.json", (c) => c.json(openapiDocument(app, context.core.version)));
  app.route("/api/docs", docsRoutes());
  app.all("/api/*", () => {
    throw detailError(404, "There is no such call.");
  });
  if (context.config.web)
    app.get(
      "*",
      webFiles(context.config.web, (hashes) => contentPolicy(context.config, hashes)),
    );
  return app;
}

const ServerConfigSchema = z
  .object({ version: z.string(), map_style_url: z.string().nullable() })
  .openapi("ServerConfig") satisfies z.ZodType<ServerConfig>;

function serverRoutes(api: OpenAPIHono<Env>, context: AppContext): void {
  const told = (path: string, summary: string, schema: z.ZodType) =>
    api.openAPIRegistry.registerPath({
      method: "get",
      path,
      tags: ["Server"],
      summary,
      responses: answers(200, schema, summary),
    });
  told("/health", "Whether the server can answer", z.object({ status: z.literal("ok"), version: z.string() }));
  told("/config", "What the screens need to know before anybody logs in", ServerConfigSchema);
  api.get("/health", async (c) => {
    await sql`select 1`.execute(context.db);
    return c.json({ status: "ok", version: context.core.version });
  });
  api.get("/config", (c) =>
    c.json({ version: context.core.version, map_style_url: context.config.map_style_url ?? null }),
  );
}

/** Everything but an upload is small. */
const limitBody = bodyLimit({
  maxSize: LIMITS.json_bytes,
  onError: () => {
    throw detailError(413, "This is more than the call can take.");
  },
});
const smallBody: typeof limitBody = (c, next) => {
  const isUpload = c.req.header("content-type")?.startsWith("multipart/form-data");
  return isUpload ? next() : limitBody(c, next);
};

function answerOf(context: AppContext, error: Error, method: string, path: string): Response {
  // Ours bring their answer; the framework's (a body that is no JSON) have a text.
  if (error instanceof HTTPException) {
    return error.res ?? Response.json({ detail: `${error.message.replace(/\.$/, "")}.` }, { status: error.status });
  }
  // The cause is for the log alone: it may hold what the asker must not know.
  context.log.error("call failed", { method, path, error });
  const detail = "Something went wrong on the server. What was kept before is kept; try again.";
  return Response.json({ detail }, { status: 500 });
}

function socketAddress(c: Parameters<typeof getConnInfo>[0]): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    // No socket: a test calls the app itself.
    return undefined;
  }
}
