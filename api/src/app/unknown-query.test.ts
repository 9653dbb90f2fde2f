import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import type { RouteDefinition } from "../platform/http/route.ts";
import { ROUTES } from "./resources.ts";

/** Addresses that pass through the programs of others, which add parameters of their own. */
const FROM_OUTSIDE = [
  "GET /garmin/callback/",
  "GET /garmin/embedded/authorize/",
  "POST /garmin/embedded/authorize/",
  "GET /users/confirm-email/",
  "POST /users/confirm-email/",
];
const REFUSED = { serach: ["This call has no parameter of this name."] };

/** A value that fits any parameter of a path by its form. */
const exampleOf = (name: string, param: string) =>
  ({ key: "images/a.webp", secret: "x", id: name.includes("/admin/jobs/") ? randomUUID() : "1" })[param] ?? "1";

onEveryDatabase("a parameter that a call does not have", (at) => {
  let admin: Person;
  beforeAll(async () => {
    admin = await at().signUp("Ada");
    await sql`update users set role = 1 where id = ${admin.session.user.id}`.execute(at().context.db);
  });

  it.each(Object.entries<RouteDefinition>(ROUTES).filter(([name]) => !FROM_OUTSIDE.includes(name)))(
    "is named by %s, which does nothing",
    async (name) => {
      const [method, path] = name.split(" ") as [string, string];
      const filled = path.replace(/\{(\w+)\}/g, (_, param) => exampleOf(name, param));
      const { status, body } = await admin.call(method, `/api${filled}?serach=49er`);
      expect([status, body]).toEqual([400, REFUSED]);
      expect((await admin.call("GET", "/api/users/me/")).status).toBe(200);
    },
  );

  it("is named together with others, and beside those that the call has", async () => {
    const { status, body } = await admin.call("GET", "/api/tracks/?owner=mine&__proto__=1&serach=a&serach=b");
    const named = ["__proto__", "serach"].map((name) => [name, REFUSED.serach]);
    expect([status, Object.entries(body)]).toEqual([400, named]);
    expect((await admin.call("GET", "/api/tracks/?owner=mine&search=a")).status).toBe(200);
  });

  it("does not tell a caller without a session which parameters there are", async () => {
    expect((await at().call("GET", "/api/tracks/?serach=49er")).status).toBe(401);
  });

  it.each(FROM_OUTSIDE)("is not minded by %s, whose address others hand on", async (name) => {
    const [method, path] = name.split(" ") as [string, string];
    const { status, body } = await at().call(method, `/api${path}?utm_source=mail`);
    expect([status, body]).not.toEqual([400, { utm_source: expect.anything() }]);
  });
});
