import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase } from "../../test/test-server.ts";
import { validateAnswer } from "../../test/validate-answer.ts";
import { ROUTES } from "./resources.ts";

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: object[];
  parameters?: {
    name: string;
    in: string;
    description?: string;
    schema: { type?: string; exclusiveMinimum?: number; maximum?: number };
  }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { description?: string }>;
}

onEveryDatabase("the API's document", (at) => {
  const document = async () => (await at().call("GET", "/api/openapi.json")).body;

  it("describes each call, its answers and whether it needs a session", async () => {
    const { paths } = await document();
    for (const [path, item] of Object.entries(paths as Record<string, Record<string, Operation>>)) {
      expect(path).toMatch(/^\/api\/.*\/$/);
      for (const [method, operation] of Object.entries(item)) {
        expect(operation.summary, `${method} ${path}`).toBeTruthy();
        expect(operation.tags, `${method} ${path}`).toHaveLength(1);
        expect(Object.keys(operation.responses).some((status) => /^[23]/.test(status))).toBe(true);
        expect(operation.responses["401"] !== undefined).toBe(operation.security !== undefined);
      }
    }
  });

  it("refers only to components that it has", async () => {
    const found = await document();
    const references = [...JSON.stringify(found).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      (match) => match[1]!,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(found.components.schemas).toHaveProperty(name);
  });

  it("says of every parameter what it means", async () => {
    const { paths } = await document();
    const items = Object.entries(paths as Record<string, Record<string, Operation>>);
    const parameters = items.flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { parameters = [] }]) =>
        parameters.map(({ name, description }) => [`${method} ${path} ${name}`, description]),
      ),
    );
    expect(parameters.length).toBeGreaterThan(200);
    expect(parameters.filter(([, description]) => !description)).toEqual([]);
  });

  it("has no array whose members are closed one by one, at which generators of clients stop", async () => {
    expect(JSON.stringify(await document())).not.toMatch(/"items":false|"prefixItems"/);
  });

  it("has patterns that expressions of other languages have, too", async () => {
    const patterns = [...JSON.stringify(await document()).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
      ([, pattern]) => JSON.parse(pattern!) as string,
    );
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /\\p\{|\\u\{|\(\?<[^=!]|\(\?[a-z]/i.test(pattern))).toEqual([]);
  });

  it("requires of a body what the call requires", async () => {
    const { paths, components } = await document();
    const admin = await at().signUp();
    await sql`update users set role = 1 where id = ${admin.session.user.id}`.execute(at().context.db);
    const asked: string[] = [];
    for (const [path, item] of Object.entries(paths as Record<string, Record<string, Operation>>)) {
      for (const [method, { requestBody }] of Object.entries(item)) {
        const name = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1);
        if (!name || !components.schemas[name].required?.length) continue;
        const filled = path.replaceAll(/\{\w+\}/g, "1");
        const { status } = await admin.call(method.toUpperCase(), filled, { json: {} });
        expect([method, path, status]).toEqual([method, path, 400]);
        asked.push(path);
      }
    }
    expect(asked).toContain("/api/page-views/");
    expect(asked.length).toBeGreaterThan(20);
  });

  it("has ids whose greatest is the greatest that is looked for, in no other form than as digits", async () => {
    const { paths } = await document();
    const admin = await at().signUp();
    await sql`update users set role = 1 where id = ${admin.session.user.id}`.execute(at().context.db);
    const asked: string[] = [];
    for (const [path, item] of Object.entries(paths as Record<string, Record<string, Operation>>)) {
      for (const [method, { parameters = [] }] of Object.entries(item)) {
        const ids = parameters.filter((one) => one.in === "path" && one.schema.type === "integer");
        for (const { name, schema } of ids) {
          expect([path, schema.exclusiveMinimum, schema.maximum]).toEqual([path, 0, 2 ** 31 - 1]);
          for (const text of ["2147483648", "2147483647.00000000001", "1.0", "1e0", "0x1", "%201", "+1"]) {
            const filled = path.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, "1");
            const { status } = await admin.call(method.toUpperCase(), filled);
            expect([method, filled, status]).toEqual([method, filled, 404]);
          }
          asked.push(path);
        }
      }
    }
    expect(asked).toContain("/api/races/{id}/tracks/{track_id}/analysis/");
    expect(asked.length).toBeGreaterThan(60);
  });

  it("says what an upload is that names no visibility, and which other names of classes are understood", async () => {
    const { UploadTrack } = (await document()).components.schemas;
    expect(UploadTrack.properties.permissions.description).toContain("Absent or empty: PUBLIC");
    expect(UploadTrack.properties.boat_name).toMatchObject({ type: "string", maxLength: 40 });
    expect(UploadTrack.properties.boat_name.description).toContain("ILCA 7 is Laser");
  });

  it("has a viewer that loads nothing from elsewhere", async () => {
    const page = await at().call("GET", "/api/docs/");
    const html = Buffer.from(page.bytes).toString();
    expect(html).not.toMatch(/https?:\/\//);
    for (const [, address] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      expect((await at().call("GET", address!)).status, address).toBe(200);
    }
    expect((await at().call("GET", "/api/docs/package.json")).status).toBe(404);
  });

  it("names each operation and component once", async () => {
    const { paths, components } = await document();
    const ids = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(Object.keys(ROUTES).length);
    expect(components.schemas).toHaveProperty("Trackpoint");
    expect(components.schemas.Track.required).toContain("can");
  });

  it("is what the test server holds every answer against", () => {
    const request = new Request("http://leebow.test/api/health/");
    const check = (status: number, body: unknown) =>
      validateAnswer(
        request,
        new Response(null, { status, headers: { "content-type": "application/json" } }),
        Buffer.from(JSON.stringify(body)),
      );
    const health = { status: "ok", version: "0.1.0" };
    expect(() => check(200, health)).not.toThrow();
    expect(() => check(200, { ...health, more: 1 })).toThrow("does not fit its schema");
    expect(() => check(200, { status: "ok" })).toThrow("does not fit its schema");
    expect(() => check(409, { detail: "No.", code: "not_found" })).toThrow("does not list");
  });
});

onEveryDatabase("a call", (at) => {
  it("that does not exist answers 404 with a sentence", async () => {
    const ada = await at().signUp();
    for (const path of ["/api/nothing/", "/api/tracks/1/nothing/"]) {
      const { status, body } = await ada.call("GET", path);
      expect([status, body]).toEqual([404, { detail: expect.any(String), code: "not_found" }]);
    }
  });

  it("with a method that its address does not have names those it has", async () => {
    const ada = await at().signUp();
    const { status, body, headers } = await ada.call("DELETE", "/api/tracks/");
    expect([status, body]).toEqual([405, { detail: "This address takes GET, POST.", code: "method_not_allowed" }]);
    expect(headers.get("allow")).toBe("GET, POST");
    expect((await ada.call("GET", "/api/users/")).headers.get("allow")).toBe("PATCH");
  });

  it("do not take the methods of a path that is like them, and say so", async () => {
    const ada = await at().signUp();
    const { status, headers } = await ada.call("PATCH", "/api/tracks/dates/", { json: {} });
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
    expect((await ada.call("GET", "/api/tracks/dates/")).status).toBe(200);
    expect((await at().call("PATCH", "/api/tracks/dates/", { json: {} })).status).toBe(401);
  });

  it("with a body that is not JSON, or too much of it, is refused in a sentence", async () => {
    const broken = await at().fetch(
      new Request("http://leebow.test/api/users/login/", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{",
      }),
    );
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { detail: expect.stringMatching(/\.$/), code: "bad_request" },
    ]);
    const huge = await at().call("POST", "/api/users/login/", {
      json: { email: "a".repeat(2 * 1024 * 1024), password: "abc" },
    });
    expect([huge.status, huge.body]).toEqual([413, { detail: expect.any(String), code: "too_large" }]);
  });

  it("has an answer that no cache may store", async () => {
    const { headers } = await (await at().signUp()).call("GET", "/api/users/me/");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("from a page of another site cannot log anybody in", async () => {
    const ada = await at().signUp();
    const json = { email: ada.session.user.email, password: "lee bow" };
    const login = (headers: Record<string, string>) => at().call("POST", "/api/users/login/", { json, headers });
    expect(
      (
        await login({
          origin: "https://evil.example",
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "cors",
          "sec-fetch-dest": "empty",
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await login({
          origin: "http://leebow.test",
          "sec-fetch-site": "same-origin",
          "sec-fetch-mode": "cors",
          "sec-fetch-dest": "empty",
        })
      ).status,
    ).toBe(200);
    // A form of another site that navigates, and a program that is no page at all.
    expect(
      (
        await login({
          origin: "null",
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "navigate",
          "sec-fetch-dest": "document",
        })
      ).status,
    ).toBe(403);
    expect((await login({ "sec-fetch-mode": "cors" })).status).toBe(200);
  });

  it("has its answer compressed for clients that accept it", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"));
    const headers = { authorization: `Bearer ${ada.session.access}`, "accept-encoding": "gzip" };
    const response = await at().fetch(new Request(`http://leebow.test/api/tracks/${track.id}/analysis/`, { headers }));
    expect(response.headers.get("content-encoding")).toBe("gzip");
    const packed = new Blob([await response.arrayBuffer()]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(packed).json()).toEqual(
      (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body,
    );
  });
});
