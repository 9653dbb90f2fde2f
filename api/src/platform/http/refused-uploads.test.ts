import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readingRefused, untilStalled } from "./uploads.ts";
import type { Env } from "./viewer.ts";

describe("an upload that is refused while it arrives", () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const app = new Hono<Env>();
    app.use(readingRefused({ idle_ms: 300, whole_ms: 10_000, max_bytes: 1e6 }));
    app.post("/unread", (c) => c.text("Log in first.", 401));
    app.post("/begun", async (c) => {
      const reader = untilStalled(c.req.raw.body!).getReader();
      await reader.read();
      await reader.cancel();
      return c.text("No form.", 400);
    });
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    await once(server, "listening");
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  const PIECES = 15;
  const PIECE = Buffer.alloc(10_000, "x");
  const begin = (path: string) => {
    const socket = connect(port, "127.0.0.1");
    const head = [`POST ${path} HTTP/1.1`, "Host: leebow.test", "Content-Type: multipart/form-data; boundary=b"];
    socket.write(`${head.join("\r\n")}\r\nContent-Length: ${PIECES * PIECE.length}\r\n\r\n`);
    return socket;
  };

  it.each([
    ["before it is read", "/unread", /^HTTP\/1\.1 401 [\s\S]*Log in first\.$/],
    ["after its first bytes", "/begun", /^HTTP\/1\.1 400 [\s\S]*No form\.$/],
  ])("%s is answered when all of it was sent, on a connection that stays", async (_when, path, answer) => {
    const socket = begin(path);
    let answers = "";
    socket.setEncoding("utf8").on("data", (piece) => {
      answers += piece;
    });
    // Longer than the half second after which the framework closes the connection of an answered call.
    for (let n = 0; n < PIECES; n++) {
      socket.write(PIECE);
      await wait(100);
    }
    await expect.poll(() => answers).toMatch(answer);
    socket.write("GET /nothing HTTP/1.1\r\nHost: leebow.test\r\n\r\n");
    await expect.poll(() => answers).toMatch(/HTTP\/1\.1 404 /);
    socket.destroy();
  });

  it("is answered soon when its client sends nothing more", async () => {
    const socket = begin("/unread");
    socket.write(PIECE);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 [\s\S]*Log in first\.$/);
  });
});
