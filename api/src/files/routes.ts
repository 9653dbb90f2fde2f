import { extname } from "node:path";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppContext } from "../app-context.ts";
import type { Env } from "../auth/viewer.ts";
import { detailError, notFound } from "../http/errors.ts";
import { newApp } from "../http/openapi.ts";
import { sendFile } from "../http/send-file.ts";

const PICTURES: Record<string, string> = { ".png": "image/png", ".webp": "image/webp" };

/** Files by signed address: whoever holds it may read, without a session, until it runs out. */
export function fileRoutes(context: AppContext): OpenAPIHono<Env> {
  const app = newApp();
  app.openAPIRegistry.registerPath({
    method: "get",
    path: "/files/{key}",
    tags: ["Files"],
    summary: "A file by its signed address",
    responses: { 200: { description: "The file" } },
  });
  app.get("/files/:key{.+}", async (c) => {
    const key = c.req.param("key");
    const granted = context.storage.verify(key, new URL(c.req.url).searchParams);
    if (!granted)
      throw detailError(403, "This address has run out or is not complete. Reload the page to get a new one.");
    const file = await context.storage.open(key);
    if (!file) throw notFound("This file");
    // Pictures of our own making are shown; what people uploaded is only ever offered for saving.
    const type = PICTURES[extname(key)] ?? "application/octet-stream";
    // The key names an immutable file.
    const cache = "private, max-age=86400, immutable";
    const download_name = extname(key) in PICTURES ? granted.download_name : (granted.download_name ?? "track");
    return sendFile(c, file, { type, etag: `"${key}"`, cache, download_name });
  });
  return app;
}
