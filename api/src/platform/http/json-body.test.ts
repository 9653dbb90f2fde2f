import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../app/resources.ts";
import { LIMITS } from "../limits.ts";
import { callsOf } from "./calls.ts";
import { jsonOf, requireBodyInTime } from "./json-body.ts";
import { callsInProgress, shedLoad } from "./overload.ts";
import type { Env } from "./viewer.ts";

describe("a body of JSON", () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const app = new Hono<Env>();
    app.use(requireBodyInTime(300));
    app.use(shedLoad(callsInProgress(1), callsOf(ROUTES)));
    app.onError((error) => (error as unknown as { getResponse(): Response }).getResponse());
    app.post("/api/echo", async (c) => c.json(await jsonOf(c, LIMITS.json_bytes)));
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    await once(server, "listening");
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  const send = (body: string, length = body.length) => {
    const socket = connect(port, "127.0.0.1");
    const head = ["POST /api/echo HTTP/1.1", "Host: leebow.test", "Content-Type: application/json"];
    socket.write(`${head.join("\r\n")}\r\nContent-Length: ${length}\r\n\r\n${body}`);
    return socket;
  };

  it("that does not arrive whole is refused after a while, and keeps nobody else out meanwhile", async () => {
    const slow = [1, 2, 3].map(() => send(`{"a":`, 100));
    const quick = await fetch(`http://127.0.0.1:${port}/api/echo`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"a":1}`,
    });
    expect([quick.status, await quick.json()]).toEqual([200, { a: 1 }]);
    for (const socket of slow)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [\s\S]*did not arrive whole in time/);
  });
});
