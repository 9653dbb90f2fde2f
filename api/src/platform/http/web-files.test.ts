import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";
import { contentPolicy, securityHeaders } from "./security-headers.ts";
import { webFiles } from "./web-files.ts";

const site = { map_style_url: "https://maps.example/style.json", public_url: "https://leebow.example" };
const THEME = "document.documentElement.dataset.theme = 'dark'";

describe("the built screens", () => {
  let folder: string;
  let app: Hono;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "leebow-web-"));
    for (const name of ["assets", "analyze-workers"]) await mkdir(join(folder, "dist", name), { recursive: true });
    await writeFile(join(folder, "secret"), "not for the web");
    const files = {
      "index.html": `<!doctype html><title>Leebow</title><script>${THEME}</script><script src='/assets/a-1x2y.js'></script>`,
      "assets/a-1x2y.js": "let a = 1;".repeat(50),
      "assets/e.wasm": "\0asm",
      "analyze-workers/w-1x2y.js": "let w = 1;",
      "service-worker.js": "let s = 1;",
      "coast.bin": "0123456789",
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, "dist", name), text);
    app = new Hono();
    app.use(securityHeaders(site));
    app.get(
      "*",
      webFiles(join(folder, "dist"), (url, hashes) => contentPolicy(site, url, hashes)),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

  it.each(["/", "/login", "/tracks/12", "/reset/abc"])(
    "answer the page %s with the app, always asked for anew",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(await answer.text()).toContain("<title>Leebow");
    },
  );

  it("open a share link without telling another site of it: no referrer, no search engine, no online map", async () => {
    const shared = (await get("/races/7?share_id=abc")).headers;
    expect(shared.get("referrer-policy")).toBe("no-referrer");
    expect(shared.get("x-robots-tag")).toBe("noindex");
    expect(shared.get("content-security-policy")).not.toMatch(/https?:/);
    const own = (await get("/races/7")).headers;
    expect(own.get("referrer-policy")).toBe("same-origin");
    expect(own.get("content-security-policy")).toContain("https://maps.example");
  });

  it("keep files with a hash in their name for ever, and send them compressed as the browser likes", async () => {
    const plain = await (await get("/assets/a-1x2y.js")).text();
    const br = await get("/assets/a-1x2y.js", { "accept-encoding": "gzip, deflate, br" });
    expect(br.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(new Uint8Array(await br.arrayBuffer())).toString()).toBe(plain);
    const gzip = await get("/assets/a-1x2y.js", { "accept-encoding": "gzip" });
    expect(gunzipSync(new Uint8Array(await gzip.arrayBuffer())).toString()).toBe(plain);
    expect(gzip.headers.get("etag")).not.toBe(br.headers.get("etag"));
    expect(
      (await get("/assets/a-1x2y.js", { "accept-encoding": "gzip", "if-none-match": gzip.headers.get("etag")! }))
        .status,
    ).toBe(304);
  });

  it("keep workers for ever, too, and ask for the service worker anew, whose name stays", async () => {
    const kept = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await kept("/analyze-workers/w-1x2y.js")).toBe("public, max-age=31536000, immutable");
    expect(await kept("/service-worker.js")).toBe("no-cache");
  });

  it("give WASM its own type, so that it compiles while it streams", async () => {
    expect((await get("/assets/e.wasm")).headers.get("content-type")).toBe("application/wasm");
  });

  it("give the packed coast in ranges", async () => {
    const part = await get("/coast.bin", { range: "bytes=2-4" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-4/10", "234"]);
    expect((await get("/coast.bin", { range: "bytes=20-" })).status).toBe(416);
    expect(await (await get("/coast.bin")).text()).toBe("0123456789");
  });

  it.each(["old-hash.js", "leebow-sans.woff2", "coast.webp", "icon.png", "logo.svg"])(
    "answer the missing asset %s with 404, never with a page, and no browser keeps that",
    async (name) => {
      const answer = await get(`/assets/${name}`);
      expect([answer.status, await answer.text()]).toEqual([404, "There is no such file."]);
      expect(answer.headers.get("cache-control")).toBeNull();
    },
  );

  it.each(["/../secret", "/..%2fsecret", "/%2e%2e/secret", "/assets/..%2f..%2fsecret", "/%00", "/%zz"])(
    "never leave their folder: %s",
    async (path) => {
      expect(await (await get(path)).text()).not.toContain("not for the web");
    },
  );

  it("may run the one script that stands in the page, by its hash, and no other", async () => {
    const policy = (await get("/login")).headers.get("content-security-policy")!;
    const hash = createHash("sha256").update(THEME).digest("base64");
    expect(/script-src ([^;]*)/.exec(policy)![1]).toBe(`'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
    expect((await get("/assets/e.wasm")).headers.get("content-security-policy")).not.toContain("sha256");
  });

  it("may run WASM and workers, and load from us and the map's host alone", async () => {
    const { headers } = await get("/");
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-");
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).toContain("connect-src 'self' data: blob: https://maps.example");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|'unsafe-eval'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toBeTruthy();
  });
});

describe("the address of a caller", () => {
  it.each([
    ["203.0.113.7", undefined, [], "203.0.113.7"],
    ["203.0.113.7", "198.51.100.1", [], "203.0.113.7"],
    ["::ffff:203.0.113.7", undefined, [], "203.0.113.7"],
    ["10.0.0.1", "198.51.100.1", ["10.0.0.1"], "198.51.100.1"],
    ["10.0.0.1", "1.2.3.4, 198.51.100.1", ["10.0.0.1"], "198.51.100.1"],
    ["10.0.0.1", "198.51.100.1, 10.0.0.2", ["10.0.0.1", "10.0.0.2"], "198.51.100.1"],
    ["10.0.0.1", undefined, ["10.0.0.1"], "10.0.0.1"],
    ["2001:db8:1:2:3:4:5:6", undefined, [], "2001:db8:1:2::"],
    ["2001:DB8:1:2::7%eth0", undefined, [], "2001:db8:1:2::"],
    ["2001:db8::7", undefined, [], "2001:db8::"],
    ["::ffff:cb00:7107", undefined, [], "203.0.113.7"],
    ["2001:db8::1", "2001:db8:9:9:9::1", ["2001:db8::1"], "2001:db8:9:9::"],
    ["10.0.0.1", "unknown", ["10.0.0.1"], "unknown"],
  ])("of socket %s, forwarded %s, proxies %j is %s", (socket, forwarded, trusted, expected) => {
    expect(clientAddress(socket, forwarded, trusted)).toBe(expected);
  });
});
