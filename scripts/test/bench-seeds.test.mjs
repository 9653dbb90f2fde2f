import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { embedded, seedRows, uploadOriginals } from "../../benches/api/seed.mjs";
import { startServer } from "../../benches/api/server.mjs";
import { callerAt, seedSailors } from "../../benches/web/seed.mjs";
import { ROOT } from "../step.mjs";

/** Few instead of thousands: every statement of the seeds runs on the tables that the product's migrations make. */
const FEW = { users: 12, tracks: 24 };
const isBuilt = existsSync(join(ROOT, "api/dist/main.js"));

describe.skipIf(!isBuilt)("the seed of a benchmark fits the tables of the product", () => {
  let folder;
  let server;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "leebow-bench-seed-"));
    server = await startServer({ data: folder });
  }, 240_000);
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const restart = async (seed) => {
    await server.stop();
    const seeded = await seed(embedded(join(folder, "db")));
    server = await startServer({ data: folder });
    return seeded;
  };

  test("with tracks of many users, whose lists and seasons the server answers", async () => {
    await uploadOriginals(server.port);
    const { tokens } = await restart((open) => seedRows(open, FEW));
    const call = callerAt(server.port, { access: tokens[0].token });
    expect((await call("GET", "/tracks/?owner=mine")).results.length).toBeGreaterThan(0);
    expect((await call("GET", "/reports/season/")).days.length).toBeGreaterThan(0);
  }, 240_000);

  test("with sailors, each with a session", async () => {
    const [sailor] = await restart((open) => seedSailors(open, FEW.users));
    expect((await callerAt(server.port, sailor)("GET", "/users/me/")).email).toBe(sailor.email);
  }, 240_000);
});
