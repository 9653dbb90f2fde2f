import { once } from "node:events";
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { readFixture } from "@leebow/fixtures";
import { expect, it, vi } from "vitest";
import { onEveryDatabase, onOwnServer } from "../../../test/test-server.ts";
import { createApp } from "../../app/app.ts";
import { inLogScope, stderrLog } from "../log.ts";

onEveryDatabase(
  "a server in operation",
  (at) => {
    const metrics = async (headers: Record<string, string> = { authorization: "Bearer hush" }) => {
      const { status, bytes } = await at().call("GET", "/metrics", { headers });
      return { status, text: Buffer.from(bytes).toString() };
    };

    it("gives each call an id and takes over a plain one that a proxy gave", async () => {
      const { headers } = await at().call("GET", "/api/health/live/");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      const given = await at().call("GET", "/api/health/live/", { headers: { "x-request-id": "proxy-1" } });
      expect(given.headers.get("x-request-id")).toBe("proxy-1");
      const odd = await at().call("GET", "/api/health/live/", { headers: { "x-request-id": '"}; drop' } });
      expect(odd.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("names in its log the call that a line is about, and no secret", () => {
      const lines: string[] = [];
      const write = vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
      inLogScope({ request_id: "one" }, () => stderrLog(true).info("call", { status: 200 }));
      stderrLog(false).info("call");
      write.mockRestore();
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0]!)).toMatchObject({ level: "info", event: "call", request_id: "one", status: 200 });
    });

    it("counts the pages that are opened by their kind, and knows nothing of who opened them", async () => {
      const view = (page: string) => at().call("POST", "/api/page-views/", { json: { page } });
      expect((await view("/tracks/:track_id")).status).toBe(204);
      await view("/tracks/:track_id");
      await view("/tracks/7?owner=ada@example.org");
      const { text } = await metrics();
      expect(text).toContain('leebow_page_views_total{page="/tracks/:track_id"} 2');
      expect(text).toContain('leebow_page_views_total{page="other"} 1');
      expect(text).not.toContain("ada@example.org");
    });

    it("counts calls by route, jobs by name and the tracks that wait", async () => {
      const ada = await at().signUp();
      const { id } = await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
      await ada.call("GET", `/api/tracks/${id}/?notrackpoints=true`);
      await ada.upload("bad.gpx", new Uint8Array([1, 2, 3]), { boat_name: "Laser" });
      // A job ends just after the track that it analysed.
      const done = /leebow_job_duration_seconds_count\{job="analyze-track",outcome="done"\} 2/;
      await expect.poll(async () => (await metrics()).text, { timeout: 10_000 }).toMatch(done);
      const { status, text } = await metrics();
      expect(status).toBe(200);
      expect(text).toMatch(
        /leebow_http_request_duration_seconds_count\{route="GET \/tracks\/\{id\}\/",status="200"\} \d+/,
      );
      expect(text).not.toContain(`/tracks/${id}/`);
      expect(text).toMatch(/leebow_tracks_unfinished\{status="2"\} 1/);
      expect(text).toMatch(/leebow_nodejs_eventloop_lag_seconds /);
    });

    it("shows its metrics to the holder of the token alone", async () => {
      expect((await metrics({})).status).toBe(404);
      expect((await metrics({ authorization: "Bearer wrong" })).status).toBe(404);
    });

    it("is not ready when it cannot reach its files or is about to stop, and says which", async () => {
      const ready = () => at().call("GET", "/api/health/ready/");
      const all = { status: "ready", database: true, storage: true, computing: true, stopping: false };
      expect(await ready()).toMatchObject({ status: 200, body: all });
      const id = await at().context.storage.read("database-id");
      await at().context.storage.remove("database-id");
      expect(await ready()).toMatchObject({ status: 503, body: { ...all, status: "not ready", storage: false } });
      await at().context.storage.write("database-id", id);
      at().context.stopping = true;
      expect(await ready()).toMatchObject({ status: 503, body: { ...all, status: "not ready", stopping: true } });
      at().context.stopping = false;
      expect((await at().call("GET", "/api/health/live/")).status).toBe(200);
    });
  },
  { metrics_token: "hush" },
);

onOwnServer("metrics without a token", (at) => {
  it("are for nobody: a proxy on this machine may send no header that tells it from its clients", async () => {
    const server = serve({ fetch: createApp(at().context).fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const callers: Record<string, string>[] = [{}, { authorization: "Bearer " }, { "x-forwarded-for": "127.0.0.1" }];
    for (const headers of callers) {
      expect((await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status).toBe(404);
    }
    server.close();
  });
});

onEveryDatabase(
  "a worker's address",
  (at) => {
    it("tells how the worker is, and answers no other call", async () => {
      expect((await at().call("GET", "/api/health/ready/")).status).toBe(200);
      expect((await at().call("GET", "/api/tracks/")).status).toBe(401);
      expect((await at().call("GET", "/api/users/me/")).status).toBe(401);
    });
  },
  { role: "worker" },
);
