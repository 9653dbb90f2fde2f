import { createServer } from "node:http";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../app/resources.ts";
import type { Metrics } from "../ops/metrics.ts";
import { callsOf } from "./calls.ts";
import { callLimit, callsInProgress, refusingEarly, shedLoad } from "./overload.ts";
import type { Env } from "./viewer.ts";

describe("the calls of one caller", () => {
  it("are refused beyond the burst, and allowed again at the rate", () => {
    let now_ms = 0;
    const limit = callLimit({ per_s: 2, burst: 3 }, () => now_ms);
    expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 1]);
    expect(limit("b")).toBe(0);
    now_ms = 500;
    expect([limit("a"), limit("a")]).toEqual([0, 1]);
    now_ms = 60_000;
    expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 1]);
  });
});

describe("more calls than the server can do", () => {
  const appOf = (max_calls: number) => {
    let release = () => {};
    const app = new Hono<Env>();
    app.use(async (c, next) => {
      c.set("client_address", "192.0.2.1");
      await next();
    });
    app.use(shedLoad(callsInProgress(max_calls), callsOf(ROUTES)));
    app.get("/api/slow", async (c) => {
      await new Promise<void>((done) => (release = done));
      return c.text("done");
    });
    app.all("*", (c) => c.text("quick"));
    return { app, release: () => release() };
  };

  it("are refused with the time to try again, and accepted when others have ended", async () => {
    const { app, release } = appOf(1);
    const slow = app.request("/api/slow");
    const refused = await app.request("/api/tracks");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect((await refused.json()).detail).toContain("Try again");
    release();
    expect((await slow).status).toBe(200);
    expect((await app.request("/api/tracks")).status).toBe(200);
  });

  it("do not keep uploads, events and those who watch the server out", async () => {
    const { app, release } = appOf(1);
    const slow = app.request("/api/slow");
    const form = new FormData();
    form.set("file", new File(["x"], "x.gpx"));
    expect((await app.request("/api/health/ready")).status).toBe(200);
    expect((await app.request("/api/events")).status).toBe(200);
    expect((await app.request("/api/tracks", { method: "POST", body: form })).status).toBe(200);
    expect((await app.request("/api/files/winduploads/a.txt", { method: "PUT", body: "x" })).status).toBe(200);
    release();
    await slow;
  });

  it("are refused whatever type a client names, unless the call of the route table takes an upload", async () => {
    const { app, release } = appOf(1);
    const slow = app.request("/api/slow");
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const statusOf = async (method: string, path: string) => (await app.request(path, { method, headers })).status;
    expect(await statusOf("GET", "/api/tracks")).toBe(503);
    expect(await statusOf("GET", "/api/tracks/1/why")).toBe(503);
    expect(await statusOf("POST", "/api/straights")).toBe(503);
    expect(await statusOf("GET", "/api/healthy")).toBe(503);
    expect(await statusOf("GET", "/api/eventsource")).toBe(503);
    expect(await statusOf("PUT", "/api/tracks")).toBe(503);
    release();
    await slow;
  });

  it("are refused before they are read, with the same answer, but for those that last long", async () => {
    const calls = callsInProgress(1);
    const refusals: string[] = [];
    const metrics = { called: (route: string) => void refusals.push(route) } as unknown as Metrics;
    const server = createServer(
      refusingEarly((_, response) => void response.end("answered"), calls, callsOf(ROUTES), metrics),
    );
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    expect(await (await get("/api/tracks/")).text()).toBe("answered");
    calls.begin();
    const refused = await get("/api/races/", { method: "POST", body: "x".repeat(1_000_000) });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect((await refused.json()).detail).toContain("Try again");
    for (const path of ["/api/health/live/", "/api/events/", "/tracks"]) expect((await get(path)).status).toBe(200);
    const form = new FormData();
    form.set("file", new File(["x"], "x.gpx"));
    expect((await get("/api/tracks/", { method: "POST", body: form })).status).toBe(200);
    const named = await get("/api/races/", { method: "POST", body: form });
    expect(named.status).toBe(503);
    calls.end();
    expect((await get("/api/tracks/")).status).toBe(200);
    expect(refusals).toEqual(["refused", "refused"]);
    server.close();
  });
});
