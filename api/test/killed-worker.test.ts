import { setTimeout as wait } from "node:timers/promises";
import { readFixture } from "@leebow/fixtures";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { largeGpx } from "./large-files.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, ServerProcess } from "./processes.ts";
import { type Person, POSTGRES, processed, trackForm } from "./test-server.ts";
import { callAt, signUpAt } from "./web-callers.ts";

/** It takes some minutes, since each lost attempt is noticed by its heartbeat: in `npm run soak -- chaos`. */
const isWanted = isServerBuilt && POSTGRES !== undefined && process.env.KILL_EVERY_ATTEMPT === "1";
/** The first attempt, those after it of the definition of the job, and those that may be lost. */
const ATTEMPTS = 8;

describe.skipIf(!isWanted)("a recording whose analysis ends the process, in every attempt", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let db: pg.Client;
  let server: ServerProcess;
  let ada: Person;
  beforeAll(async () => {
    database = await freshDatabase(POSTGRES!);
    server = new ServerProcess("all", { DATABASE_URL: database.url, LEEBOW_SECRET: "the secret of each of its lives" });
    await server.start();
    ada = await signUpAt(server.address!, "Ada");
    db = new pg.Client({ connectionString: database.url });
    await db.connect();
  }, 240_000);
  afterAll(async () => {
    await server?.kill();
    await db?.end();
    await database?.drop();
  });

  const call: Person["call"] = (method, path, options = {}) =>
    callAt(server.address!, method, path, {
      ...options,
      headers: { authorization: `Bearer ${ada.session.access}`, ...options.headers },
    });

  /** Whether its job is being worked on. */
  async function isRunning(track_id: number): Promise<boolean> {
    const { rows } = await db.query(
      "select from pgboss.job where name = 'analyze-track' and state = 'active' and (data->>'track_id')::int = $1",
      [track_id],
    );
    return rows.length > 0;
  }

  it("costs that recording alone: it ends with a reason, and others are analysed", async () => {
    const { bytes } = largeGpx(20e6, 0, 1000);
    const form = trackForm("fatal.gpx", bytes, { boat_name: "49er", is_sailing: "true" });
    const { status: accepted, body } = await call("POST", "/api/tracks/", { form });
    expect(accepted).toBe(201);
    const begun = Date.now();
    let kills = 0;
    const status = async () => (await call("GET", `/api/tracks/${body.id}/?notrackpoints=true`)).body;
    while ((await status()).processing_status === 1 && kills <= ATTEMPTS) {
      if (await isRunning(body.id)) {
        await server.killKeepingFiles();
        kills++;
        await server.startAgain();
        // The lost attempt counts as running until its heartbeat is missed.
        while (await isRunning(body.id)) await wait(100);
      }
      await wait(20);
    }
    const ended_s = (Date.now() - begun) / 1000;
    const track = await status();
    expect(kills).toBe(ATTEMPTS);
    expect([track.processing_status, track.error]).toEqual([2, expect.stringMatching(/fault of its own/)]);
    const other = await call("POST", "/api/tracks/", { form: trackForm("good.gpx", readFixture("ilca-weymouth.gpx")) });
    expect((await processed(call, other.body.id)).processing_status).toBe(3);
    process.stderr.write(
      `A process killed in ${kills} attempts at a recording: decided after ${ended_s.toFixed(0)} s\n`,
    );
  }, 900_000);
});
