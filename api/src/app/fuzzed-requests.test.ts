import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type TestServer } from "../../test/test-server.ts";
import { makeWorld, THING_NAMES, type World } from "../../test/world.ts";
import type { RouteDefinition } from "../platform/http/route.ts";
import { ROUTES } from "./resources.ts";

/** `npm run soak` sends 10,000. */
const REQUESTS = Number(process.env.FUZZED_REQUESTS || 1000);
const SEED = Number(process.env.FUZZ_SEED || 20261122);

/** What belongs in a log and not in an answer: stack traces, SQL, paths, names of the database's parts. */
const INTERNAL = [
  /\bat .{1,200}\.(ts|js|mjs):\d+/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from) .{1,200}\b(from|values|set|where)\b/i,
  /\b(relation|column|constraint) \\?"/,
  /pgboss|pglite|kysely|postgres/i,
  /\/(home|root|usr|tmp|var|work|opt)\/\w+/,
];

/** Mulberry32: the same requests for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Fuzzer {
  readonly #random: () => number;
  readonly #ids: (number | string)[];

  constructor(seed: number, ids: (number | string)[]) {
    this.#random = randomOf(seed);
    this.#ids = ids;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!;
  }

  text(): string {
    const length = this.pick([0, 1, 3, 12, 40, 300]);
    const alphabet = this.pick(["abc 09", "'\";--", "<>&/\\", "äß漢🚤", "\u0001\u0007\t\r\n", "%_*(){}[]$", "=+-@|"]);
    return Array.from({ length }, () => this.pick([...alphabet])).join("");
  }

  scalar(): unknown {
    return this.pick<() => unknown>([
      () => this.text(),
      () => this.pick(this.#ids),
      () => this.pick([0, -1, 1e9, 2 ** 53, 1.5, -0.0001]),
      () => this.pick([true, false, null]),
      () => this.pick(["2026-06-13", "2026-06-13T12:00:00Z", "1900-01-01", "not a date", "T", "G", "PUBLIC", "49er"]),
    ])();
  }

  value(depth = 0): unknown {
    if (depth > 2 || this.#random() < 0.6) return this.scalar();
    if (this.#random() < 0.5) return Array.from({ length: this.pick([0, 1, 3]) }, () => this.value(depth + 1));
    return Object.fromEntries(
      Array.from({ length: this.pick([0, 1, 3]) }, () => [
        this.pick(["id", "value", this.text()]),
        this.value(depth + 1),
      ]),
    );
  }

  /** The fields of a message with values of any kind, most of them. */
  fields(schema: unknown): Record<string, unknown> {
    const names = Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
    const chosen = names.filter(() => this.#random() < 0.8);
    return Object.fromEntries(chosen.map((name) => [name, this.value()]));
  }

  request(name: string, definition: RouteDefinition): { method: string; path: string; init: RequestInit } {
    const [method, pattern] = name.split(" ") as [string, string];
    const path = pattern.replace(/\{\w+\}/g, () => encodeURIComponent(String(this.scalar())));
    const query = new URLSearchParams();
    for (const [field, value] of Object.entries(this.fields(definition.query))) query.append(field, String(value));
    const search = query.size > 0 ? `?${query}` : "";
    return { method, path: `/api${path}${search}`, init: this.#body(method, definition) };
  }

  #body(method: string, definition: RouteDefinition): RequestInit {
    if (method === "GET" || method === "DELETE") return {};
    const json = JSON.stringify(definition.body ? this.fields(definition.body) : this.value()) ?? "";
    const headers = { "content-type": "application/json" };
    if (definition.form && this.#random() < 0.7) return { body: this.#form(definition) };
    return this.pick<RequestInit>([
      { body: json, headers },
      { body: json, headers },
      { body: json, headers },
      { body: json.slice(0, json.length / 2), headers },
      {
        body: this.text(),
        headers: { "content-type": this.pick(["text/plain", "application/xml", "multipart/form-data"]) },
      },
    ]);
  }

  #form(definition: RouteDefinition): FormData {
    const form = new FormData();
    for (const [field, value] of Object.entries(this.fields(definition.form))) {
      if (this.#random() < 0.4) form.append(field, new File([this.text()], this.pick(["a.gpx", "b.png", this.text()])));
      else form.append(field, String(value));
    }
    return form;
  }
}

const causeOf = (logged: unknown) => String((logged as { error?: Error }).error?.stack);
const isLeftOut = (name: string) => ["GET /events/", "POST /users/logout/", "DELETE /users/me/"].includes(name);

onEveryDatabase(
  "fuzzed requests",
  (at) => {
    let world: World;
    beforeAll(async () => {
      world = await makeWorld(at());
    }, 240_000);

    it(`are never a fault of the server, and no answer tells of its inside (${REQUESTS}, seed ${SEED})`, async () => {
      const ids = await Promise.all(THING_NAMES.map((thing) => world.the(thing)));
      const fuzzer = new Fuzzer(SEED, ids);
      const calls = Object.entries<RouteDefinition>(ROUTES).filter(([name]) => !isLeftOut(name));
      for (let i = 0; i < REQUESTS; i++) {
        const [name, definition] = fuzzer.pick(calls);
        const request = fuzzer.request(name, definition);
        const status_and_text = await answerTo(at(), world, request, i);
        const about = `${name} ${request.path} ${String(request.init.body)}`;
        expect(status_and_text.status, `${about} ${at().errors.map(causeOf)}`).not.toBe(500);
        for (const pattern of INTERNAL) expect(status_and_text.text, about).not.toMatch(pattern);
      }
      expect(at().errors).toEqual([]);
    }, 3_600_000);
  },
  { trusted_proxies: ["127.0.0.1"] },
);

async function answerTo(
  at: TestServer,
  world: World,
  { method, path, init }: ReturnType<Fuzzer["request"]>,
  i: number,
) {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${world.owner.session.access}`);
  headers.set("x-forwarded-for", `203.${(i >> 16) % 256}.${(i >> 8) % 256}.${i % 256}`);
  const response = await at.fetch(new Request(`http://leebow.test${path}`, { ...init, method, headers }));
  const isText = /json|html|text/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, text: isText ? (await response.text()).slice(0, 100_000) : "" };
}
