import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type AccessRow, CALLERS, type Caller, type RequestParts } from "../../test/access.ts";
import { MATRIX, send } from "../../test/matrix.ts";
import { onEveryDatabase, POSTGRES } from "../../test/test-server.ts";
import { makeWorld, type World } from "../../test/world.ts";
import type { RouteDefinition } from "../platform/http/route.ts";
import type { Routes } from "./contract.ts";
import { ROUTES } from "./resources.ts";

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
