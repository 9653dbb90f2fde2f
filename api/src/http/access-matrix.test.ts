import { readFixture } from "@leebow/fixtures";
import { beforeAll, describe, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import { ROUTES, type RouteName } from "../contract.ts";

/** Status by caller, for a public and a private track where the call is about one. */
interface Row {
  json?: unknown;
  nobody: number;
  public?: [outsider: number, coach: number, administrator: number, owner: number];
  private?: [outsider: number, coach: number, administrator: number, owner: number];
}

const SEEN_BY_ALL = { nobody: 401, public: [200, 200, 200, 200], private: [404, 404, 200, 200] } satisfies Row;
const OWN_LIST = { nobody: 401, public: [200, 200, 200, 200] } satisfies Row;

/** One row or several (other bodies) a call of the contract; a call without a row is a type error and a failed test. */
const ACCESS_MATRIX: Record<RouteName, Row | Row[]> = {
  "POST /users/register/": { nobody: 400 },
  "POST /users/login/": { nobody: 400 },
  "POST /users/forgot/": { nobody: 400 },
  "POST /users/reset/": { nobody: 400 },
  "GET /users/me/": OWN_LIST,
  "PATCH /users/": { json: {}, ...OWN_LIST },
  "GET /users/confirm-email/": { nobody: 410 },
  "POST /users/logout/": { nobody: 401 },
  "GET /tracks/": OWN_LIST,
  "GET /tracks/dates/": OWN_LIST,
  "GET /tracks/oldest_date/": OWN_LIST,
  "POST /tracks/": { nobody: 401, public: [400, 400, 400, 400] },
  "GET /tracks/{id}/": SEEN_BY_ALL,
  "GET /tracks/{id}/analysis/": SEEN_BY_ALL,
  "GET /tracks/{id}/columns/": SEEN_BY_ALL,
  "GET /tracks/{id}/map/": SEEN_BY_ALL,
  "GET /download/track/source/{id}/": { nobody: 401, public: [403, 200, 200, 200], private: [404, 404, 200, 200] },
  "GET /download/exportCSV/{id}/": SEEN_BY_ALL,
  "GET /reports/user/": OWN_LIST,
  "GET /reports/windconditions/": OWN_LIST,
  "GET /reports/improvement/": { nobody: 401, public: [400, 400, 400, 400] },
  "GET /reports/expectedloss/": { nobody: 401, public: [400, 400, 400, 400] },
  "GET /reports/leaderboard/": OWN_LIST,
  "GET /reports/boatclasses/": OWN_LIST,
  "POST /users/profileimg/": { nobody: 401, public: [400, 400, 400, 400] },
  "DELETE /users/profileimg/": { nobody: 401, public: [204, 204, 204, 204] },
  "PATCH /tracks/{id}/": [
    { json: {}, ...SEEN_BY_ALL },
    { json: { permissions: "PUBLIC" }, nobody: 401, public: [403, 403, 403, 200] },
    { json: { permissions: "PRIVATE" }, nobody: 401, private: [404, 404, 403, 200] },
    { json: { wind_hint_deg: 230 }, nobody: 401, public: [403, 403, 200, 200], private: [404, 404, 200, 200] },
    { json: { boat_name: "49er" }, nobody: 401, public: [403, 403, 200, 200], private: [404, 404, 200, 200] },
  ],
  "GET /tracks/{id}/corrections/": SEEN_BY_ALL,
  "PUT /tracks/{id}/corrections/": {
    json: { corrections: [] },
    nobody: 401,
    public: [403, 403, 200, 200],
    private: [404, 404, 200, 200],
  },
  "DELETE /tracks/{id}/corrections/": { nobody: 401, public: [403, 403, 200, 200], private: [404, 404, 200, 200] },
  "DELETE /tracks/{id}/": { nobody: 401, public: [403, 403, 204, 204], private: [404, 404, 204, 204] },
  "GET /files/{key}/": { nobody: 403 },
  "GET /health/": { nobody: 200, public: [200, 200, 200, 200] },
  "GET /config/": { nobody: 200, public: [200, 200, 200, 200] },
};

/** Addresses outside the contract that need no session. */
const OPEN = ["/api/openapi.json", "/api/docs"];

onEveryDatabase("access to a call", (at) => {
  const people: Record<string, Person> = {};
  const ids = { public: 0, private: 0 };

  beforeAll(async () => {
    for (const name of ["outsider", "coach", "administrator", "owner"]) people[name] = await at().signUp(name);
    const promote = (name: string, role: number) =>
      at().context.db.updateTable("users").set({ role }).where("id", "=", people[name]!.session.user.id).execute();
    await Promise.all([promote("coach", 2), promote("administrator", 1)]);
    await freshTracks();
  });

  async function freshTracks() {
    const gpx = readFixture("ilca-weymouth.gpx");
    for (const visibility of ["public", "private"] as const) {
      const track = await people.owner!.upload("a.gpx", gpx, { permissions: visibility.toUpperCase() });
      ids[visibility] = track.id;
    }
  }

  it("has a row for every call, and the definition of the call agrees with it", () => {
    expect(Object.keys(ACCESS_MATRIX).sort()).toEqual(Object.keys(ROUTES).sort());
    for (const [name, definition] of Object.entries(ROUTES)) {
      const statuses = [ACCESS_MATRIX[name as RouteName]].flat().map((row) => row.nobody);
      expect(
        statuses.every((status) => (status === 401) === (definition.access === "signed_in")),
        name,
      ).toBe(true);
    }
  });

  it("is refused without a session for paths outside the contract", async () => {
    for (const [method, path] of [
      ["GET", "/api/secrets/"],
      ["PUT", "/api/tracks/"],
      ["POST", "/api/auth/sign-in/email"],
    ] as const) {
      expect((await at().call(method, path)).status).toBe(401);
    }
    for (const path of OPEN) expect((await at().call("GET", path)).status).toBe(200);
  });

  describe.each(Object.entries(ACCESS_MATRIX).flatMap(([name, rows]) => [rows].flat().map((row) => ({ name, row }))))(
    "$name $row.json",
    ({ name, row }) => {
      const [method, path] = `${name}`.replace(" ", " /api").split(" ") as [string, string];
      const options = row.json === undefined ? {} : { json: row.json };

      it(`answers ${row.nobody} without a session`, async () => {
        expect((await at().call(method, filled(path, ids.public), options)).status).toBe(row.nobody);
      });

      for (const visibility of ["public", "private"] as const) {
        const expected = row[visibility];
        if (!expected) continue;
        it(`answers ${expected.join(", ")} to outsider, coach, administrator, owner${path.includes("{id}") ? ` of a ${visibility} track` : ""}`, async () => {
          const statuses: number[] = [];
          for (const person of ["outsider", "coach", "administrator", "owner"]) {
            statuses.push((await people[person]!.call(method, filled(path, ids[visibility]), options)).status);
            if (statuses.at(-1) === 204 && path.includes("{id}")) await freshTracks();
          }
          expect(statuses).toEqual(expected);
        });
      }
    },
  );
});

const filled = (path: string, id: number) => path.replace("{id}", String(id)).replace("{key}", "sources/x.gpx");
