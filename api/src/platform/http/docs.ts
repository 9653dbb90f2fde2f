import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Hono } from "hono";
import { notFound } from "./errors.ts";
import { withoutSlash } from "./paths.ts";

/** Content type by file name; everything else in the package's folder is not served. */
const FILES = new Map([
  ["swagger-ui.css", "text/css"],
  ["swagger-ui-bundle.js", "text/javascript"],
]);

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Leebow API</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="calls"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`;
const START = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#calls", persistAuthorization: false });`;

/** A viewer of the OpenAPI document; its files are served from this server's disk. */
export function docsRoutes(): Hono {
  const app = new Hono({ getPath: withoutSlash });
  app.get("/", (c) => c.html(PAGE));
  app.get("/start.js", (c) => c.body(START, 200, { "Content-Type": "text/javascript" }));
  app.get("/:file", async (c) => {
    const name = c.req.param("file");
    const type = FILES.get(name);
    if (!type) throw notFound("This page");
    const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
    return c.body(new Uint8Array(await readFile(join(folder, name))), 200, {
      "Content-Type": type,
      "Cache-Control": "max-age=86400",
    });
  });
  return app;
}
