import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import type { RouteDefinition } from "../platform/http/route.ts";
import type { Detail } from "../platform/http/schemas.ts";
import { LIMITS } from "../platform/limits.ts";
import { ROUTES } from "./resources.ts";

const cursor = (text: string) => Buffer.from(text).toString("base64url");

/** Texts that break a database or a parser when nothing checks them. */
const TEXTS = ["\0", "a\0b", "\ud800", "constructor", "x".repeat(5000)];

/** The same for a path or query, where numbers, dates, zones and cursors are texts too. */
const PARAMETERS = [
  ...TEXTS,
  "",
  "-1",
  "9999999999",
  "1e400",
  "0x10",
  "0000-01-01",
  "9999-12-31",
  "+275760-09-13",
  "../../etc/passwd",
  "Etc/GMT+14",
  cursor("0.0.9999999999"),
  cursor("0.8640000000000000.1"),
  cursor("1.-8640000000000000.1"),
];

/** The same for a field of a body, with JSON values of other types than it expects. */
const VALUES = [null, true, -1, 2 ** 31, [], ["\0"], {}, { "\0": 1 }, [null], ...TEXTS];

/** Values of one input, one at a time, beside valid ones where `valid` has them. */
const oneAtATime = (names: string[], values: unknown[], valid: Record<string, unknown> = {}) =>
  names.flatMap((name) => values.map((value) => ({ ...valid, [name]: value })));

const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Valid bodies, so that the one hostile field is reached and not only the missing ones. */
const VALID: Record<string, Record<string, unknown>> = {
  "POST /users/register/": {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "hostile@leebow.test",
    password: "lee bow",
    password_confirmation: "lee bow",
    primary_boat_class: "49er",
  },
  "POST /users/login/": { email: "hostile@leebow.test", password: "lee bow" },
  "POST /users/reset/": { uuid: "abc", password: "lee bow" },
  "POST /segments/": {
    track: 1,
    tag: "T",
    start_time: "2026-06-13T13:00:00Z",
    end_time: "2026-06-13T13:01:00Z",
  },
  "POST /segments/{id}/tags/": { tag_id: 1, track: 1 },
  "DELETE /segments/{id}/tags/": { tag_id: 1, track: 1 },
  "POST /user-tags/": { value: "flat water", color: "blue" },
  "POST /targets/": { boat_class: "Laser", name: "Own", file: "twa/tws;8;12\n45;5;6\n90;6;8\n150;5;7\n" },
  "POST /races/": { tracks: [1, 2], name: "Sunday" },
  "PATCH /races/{id}/tracks/": { tracks: [1, 2] },
  "POST /journals/": { content: "a" },
  "PUT /journals/{id}/": { content: "a" },
  "POST /journals/{id}/reply/": { content: "a" },
  "PATCH /journals/{id}/reply/": { reply_id: 1, content: "a" },
  "POST /windfiles/": { file_path: "winduploads/x.txt", orig_file_name: "wind.txt" },
  "POST /windfiles/{id}/attach/": { track_id: 1 },
  "POST /windfiles/{id}/detach/": { track_id: 1 },
  "POST /windreports/": {
    wind_file: 1,
    name: "First race",
    start_time: "2026-06-13T13:00:00Z",
    end_time: "2026-06-13T13:01:00Z",
  },
  "POST /straights/": { track: 1, segments: [1], name: "Heel" },
  "GET /straights/{id}/selection/": { start_time: "2026-06-13T13:00:00Z", end_time: "2026-06-13T13:01:00Z" },
  "GET /reports/improvement/": { tag: "T" },
  "GET /reports/expectedloss/": { tag: "T" },
};

function requestsTo(name: string, definition: RouteDefinition): { path: string; body?: unknown }[] {
  const [, path] = name.split(" ") as [string, string];
  const url = `/api${path}`;
  const filled = url.replace(/\{\w+\}/, "1");
  const hostilePaths = path.includes("{") ? PARAMETERS.map((text) => url.replace(/\{\w+\}/, encoded(text))) : [];
  const queries = oneAtATime(fieldsOf(definition.query), PARAMETERS, VALID[name]).map((query) => {
    const search = Object.entries(query).map(([field, value]) => `${field}=${encoded(String(value))}`);
    return `${filled}?${search.join("&")}`;
  });
  const bodies = definition.body ? [...VALUES, ...oneAtATime(fieldsOf(definition.body), VALUES, VALID[name])] : [];
  return [
    ...[...hostilePaths, ...queries].map((path) => ({ path, ...(definition.body && { body: {} }) })),
    ...bodies.map((body) => ({ path: filled, body })),
  ];
}

/** What the library that validates says by itself, of types and values as programs name them. */
const LIBRARY_WORDS =
  /\b(Invalid input|Invalid (option|string|ISO|UUID|URL|key|element)|received|Too (big|small)|Unrecognized)\b/i;

/** A 400 says which field wants what. */
function expectSentences(body: Record<string, string | string[]>, about: string): void {
  const sentences = "detail" in body ? [body.detail!] : Object.values(body);
  for (const text of sentences.flat()) {
    expect(text, about).not.toMatch(LIBRARY_WORDS);
    expect(text, about).toMatch(/^\S+ \S+/);
  }
}

/** A lone surrogate has no percent-encoding; its replacement character has. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

onEveryDatabase(
  "input that no form sends",
  (at) => {
    let ada: Person;
    let calls = 0;
    beforeAll(async () => {
      ada = await at().signUp();
    });
    /** A call by a person and from an address that are within every limit of calls. */
    async function sent(method: string, path: string, init: Parameters<Person["call"]>[2] = {}) {
      if (++calls % 1000 === 0) ada = await at().signUp();
      const headers = { "x-forwarded-for": `198.51.${calls >> 8}.${calls % 256}` };
      const answer = await ada.call(method, path, { ...init, headers });
      expect(answer.status, `${method} ${path}`).not.toBe(429);
      return answer;
    }

    it.each(
      Object.entries<RouteDefinition>(ROUTES).filter(([name, definition]) => requestsTo(name, definition).length > 0),
    )(
      "is an error of the request, not of the server: %s",
      async (name, definition) => {
        const [method] = name.split(" ") as [string];
        for (const { path, body } of requestsTo(name, definition)) {
          const answer = await sent(method, path, body === undefined ? {} : { json: body });
          const about = `${method} ${path} ${JSON.stringify(body)}`;
          expect(answer.status, about).toBeLessThan(500);
          expect(answer.status).not.toBe(401);
          if (answer.status === 400) expectSentences(answer.body, about);
        }
        expect(at().errors).toEqual([]);
      },
      120_000,
    );

    it.each(Object.entries<RouteDefinition>(ROUTES).filter(([, { form }]) => form))(
      "in a form is refused with sentences: %s",
      async (name, { form: fields }) => {
        const [method, path] = name.split(" ") as [string, string];
        for (const [field, text] of [
          ["other", "x"],
          ...fieldsOf(fields).flatMap((field) => TEXTS.map((x) => [field, x])),
        ]) {
          const form = new FormData();
          form.set(field!, text!);
          const { status, body } = await sent(method, `/api${path.replace(/\{\w+\}/, "1")}`, { form });
          expect(status).toBeLessThan(500);
          if (status === 400) expectSentences(body, `${name} ${field} ${text}`);
        }
      },
    );

    it.each([
      ["arrays", "[", "]"],
      ["objects", '{"a":', "}"],
    ])("of %s thousands deep in each other is refused with a sentence, without a login", async (_of, open, close) => {
      const body = `${open.repeat(1200)}1${close.repeat(1200)}`;
      for (const text of [body, `{"email":${body},"password":"lee bow"}`]) {
        const headers = { "content-type": "application/json" };
        const request = new Request("http://leebow.test/api/users/login/", { method: "POST", headers, body: text });
        const answer = await at().fetch(request);
        expect(answer.status).toBe(400);
        expect(((await answer.json()) as Detail).detail).toMatch(/^Lists and objects .* at most 32 deep/);
      }
      expect(at().errors).toEqual([]);
    });

    it.each(["/api/users/login/", "/api/users/forgot/", "/api/page-views/"])(
      "of a million values is refused by its size before it is looked through: %s",
      async (path) => {
        const headers = { "content-type": "application/json" };
        const send = (body: string) =>
          at().fetch(new Request(`http://leebow.test${path}`, { method: "POST", headers, body }));
        const looked = vi.spyOn(JSON, "parse");
        expect((await send(`[${"0,".repeat(500_000)}0]`)).status).toBe(413);
        expect(looked.mock.calls.filter(([text]) => text.length > LIMITS.open_json_bytes)).toEqual([]);
        looked.mockRestore();
        expect((await send("[0,0]")).status).toBe(400);
      },
    );

    it("may hold brackets in its texts", async () => {
      const json = { email: '\\"[{'.repeat(50), password: "[".repeat(100) };
      const { body } = await at().call("POST", "/api/users/login/", { json });
      expect(body.detail ?? "").not.toContain("deep");
    });

    it.each([
      ["GET", "/api/docs/constructor", 404],
      ["GET", "/api/docs/__proto__", 404],
      ["GET", "/api/tracks/?search=%00", 400],
      ["GET", "/api/tracks/?day=0000-01-01", 400],
      ["GET", "/api/tracks/?filter_users=99999999999", 400],
      ["GET", `/api/tracks/?cursor=${cursor("0.0.9999999999")}`, 400],
      ["GET", "/api/tracks/9999999999/", 404],
      ["GET", "/api/tracks/%00/", 404],
      ["GET", "/api/files/%00/", 404],
      ["GET", "/api/files/sources/%2e%2e%2fsecret/", 403],
    ])("of %s %s is answered with %d", async (method, path, status) => {
      expect((await sent(method, path)).status).toBe(status);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);
