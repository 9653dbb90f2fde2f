import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type AccessRow, type AccessRows, CALLERS, type Caller, type RequestParts } from "../../test/access.ts";
import { onEveryDatabase, POSTGRES } from "../../test/test-server.ts";
import { makeWorld, type World } from "../../test/world.ts";
import { ACCOUNT_ACCESS } from "../accounts/accounts.access.ts";
import { ADMIN_ACCESS } from "../admin/admin.access.ts";
import { BILLING_ACCESS } from "../billing/billing.access.ts";
import { BOAT_ACCESS } from "../boats/boats.access.ts";
import { CONSENT_ACCESS } from "../consents/consents.access.ts";
import { ROUTES, type Routes } from "../contract.ts";
import { DEBRIEF_ACCESS } from "../debrief/debrief.access.ts";
import { DEMO_ACCESS } from "../demo/demo.access.ts";
import { EVENT_ACCESS } from "../events/events.access.ts";
import { FILE_ACCESS } from "../files/files.access.ts";
import { GARMIN_ACCESS } from "../garmin/garmin.access.ts";
import { JOURNAL_ACCESS } from "../journals/journals.access.ts";
import { RACE_ACCESS } from "../races/races.access.ts";
import { REPORT_ACCESS } from "../reports/reports.access.ts";
import { SEGMENT_ACCESS } from "../segments/segments.access.ts";
import { SERVER_ACCESS } from "../server/server.access.ts";
import { STRAIGHT_ACCESS } from "../straights/straights.access.ts";
import { TEAM_ACCESS } from "../teams/teams.access.ts";
import { TRACK_REPORT_ACCESS } from "../track-report/track-report.access.ts";
import { TRACK_ACCESS } from "../tracks/tracks.access.ts";
import { USER_ACCESS } from "../users/users.access.ts";
import { WIND_FILE_ACCESS } from "../windfiles/windfiles.access.ts";
import { WIND_REPORT_ACCESS } from "../windreports/windreports.access.ts";
import type { RouteDefinition } from "./route.ts";

/** The rows of every resource; a call of the contract without a row is a type error and a failed test. */
const MATRIX: AccessRows<Routes> = {
  ...TRACK_ACCESS,
  ...SEGMENT_ACCESS,
  ...RACE_ACCESS,
  ...CONSENT_ACCESS,
  ...WIND_FILE_ACCESS,
  ...WIND_REPORT_ACCESS,
  ...JOURNAL_ACCESS,
  ...STRAIGHT_ACCESS,
  ...DEBRIEF_ACCESS,
  ...TRACK_REPORT_ACCESS,
  ...BOAT_ACCESS,
  ...REPORT_ACCESS,
  ...EVENT_ACCESS,
  ...TEAM_ACCESS,
  ...BILLING_ACCESS,
  ...DEMO_ACCESS,
  ...GARMIN_ACCESS,
  ...ACCOUNT_ACCESS,
  ...FILE_ACCESS,
  ...ADMIN_ACCESS,
  ...SERVER_ACCESS,
  // Last: the log-out of everybody.
  ...USER_ACCESS,
};

/** Addresses outside the contract that need no session. */
const OPEN = ["/api/openapi.json", "/api/docs"];
/** An id that no thing has. */
const ABSENT = 2 ** 31 - 2;

const isLast = ({ row }: { row: AccessRow }) => row.about === "last";
const CASES = Object.entries<AccessRow | readonly AccessRow[]>(MATRIX)
  .flatMap(([name, rows]) => [rows].flat().map((row) => ({ name, row: row as AccessRow })))
  .sort((a, b) => Number(isLast(a)) - Number(isLast(b)));

onEveryDatabase(
  "access to a call",
  (at) => {
    let world: World;
    beforeAll(async () => {
      world = await makeWorld(at());
    }, 240_000);

    it("has a row for every call, and the definition of the call agrees with it", () => {
      expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(ROUTES).sort());
      for (const { name, row } of CASES) {
        const { access } = ROUTES[name as keyof Routes] as RouteDefinition;
        expect(row.statuses.nobody === 401, name).toBe(access === "signed_in" || access === "shared");
      }
    });

    it("is watched by a count that every change of a row raises", async () => {
      const before = await world.changes();
      const { id } = world.owner.session.user;
      await sql`update users set first_name = 'Grace' where id = ${id}`.execute(at().context.db);
      expect(await world.changes()).toBe(before + 1);
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

    describe.each(CASES)("$name $row.about", ({ name, row }) => {
      it("answers every caller as its row says, changes nothing when it refuses, and does not tell what exists", async () => {
        // Those who are refused first: what they may not change is as it was.
        const inOrder = [...CALLERS].sort((a, b) => row.statuses[b] - row.statuses[a]);
        // Policies are the same on both databases: on PGlite the least and the most entitled caller show its queries.
        const callers = POSTGRES ? inOrder : inOrder.filter((_, i) => i === 0 || i === inOrder.length - 1);
        for (const caller of callers) {
          expect({ caller, status: await statusOf(world, name, row, caller) }).toEqual({
            caller,
            status: row.statuses[caller],
          });
        }
      }, 240_000);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);

let calls = 0;
/** The call from another address each time, so that no rate limit answers in place of the check. */
async function send(world: World, name: string, caller: Caller, { params = {}, query = {}, ...body }: RequestParts) {
  const [method, path] = name.split(" ") as [string, string];
  const filled = path.replace(/\{(\w+)\}/g, (_, param) => String(params[param]));
  const search = new URLSearchParams(query).toString();
  const headers = { "x-forwarded-for": `198.51.${(calls >> 8) % 256}.${calls++ % 256}` };
  return world.call(caller, method, `/api${filled}${search && `?${search}`}`, { ...body, headers });
}

async function statusOf(world: World, name: string, row: AccessRow, caller: Caller): Promise<number> {
  const parts = (await row.request?.(world, caller)) ?? {};
  const isRefused = row.statuses[caller] >= 400;
  const before = isRefused ? await world.changes() : 0;
  const answer = await send(world, name, caller, parts);
  if (answer.status >= 400 && isRefused) expect(await world.changes(), `${caller} changed something`).toBe(before);
  if (answer.status === 404) await expectLikeAbsent(world, name, caller, parts, answer.body);
  if (answer.status < 400 && !name.startsWith("GET ")) {
    await world.waitForJobs();
    world.renew();
  }
  return answer.status;
}

/** "Not yours" is answered as "not there": the same call about ids that nothing has gets the same body. */
async function expectLikeAbsent(world: World, name: string, caller: Caller, parts: RequestParts, body: unknown) {
  const params = Object.fromEntries(Object.keys(parts.params ?? {}).map((param) => [param, ABSENT]));
  const absent = await send(world, name, caller, { ...parts, params });
  expect({ caller, status: absent.status, body: absent.body }).toEqual({ caller, status: 404, body });
}
