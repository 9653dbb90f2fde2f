import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../src/platform/db/open.ts";
import { hasObjectStorage, type ObjectStorage, openObjectStorage } from "./object-storage.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, ServerProcess, sharedEnvironment } from "./processes.ts";
import { type Person, POSTGRES, trackForm } from "./test-server.ts";
import { personAt, signUpAt } from "./web-callers.ts";

const NEXT = fileURLToPath(new URL("../dist/next.js", import.meta.url));
const BUNDLE = fileURLToPath(new URL("./bundle-next.mjs", import.meta.url));
/** Recordings uploaded through each process of each step. */
const UPLOADS = 2;
const TIMEOUT_MS = 600_000;
const gpx = readFixture("ilca-weymouth.gpx");
const possible = isServerBuilt && POSTGRES !== undefined && hasObjectStorage;

describe.skipIf(!possible)("an upgrade and the way back, of real processes on one PostgreSQL", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let bucket: ObjectStorage;
  let opened: OpenDatabase;
  let old: ServerProcess;
  let next: ServerProcess;
  let ada: Person;
  const uploaded: number[] = [];
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [BUNDLE]);
    database = await freshDatabase(POSTGRES!);
    bucket = await openObjectStorage();
    const env = sharedEnvironment(database.url, bucket.config);
    old = new ServerProcess("all", env);
    next = new ServerProcess("all", env, NEXT);
    await old.start();
    ada = await signUpAt(old.address!, "Ada");
    opened = await openDatabase({ url: database.url, folder: "", migrate: false });
  }, 300_000);
  afterAll(async () => {
    await old?.kill();
    await next?.kill();
    await opened?.close();
    await bucket?.close();
    await database?.drop();
    for (const file of [NEXT, `${NEXT}.map`]) await rm(file, { force: true });
  }, 120_000);

  const at = (one: ServerProcess) => personAt(one.address!, ada.session);
  let recordings = 0;
  const upload = async (one: ServerProcess) => {
    for (let n = 0; n < UPLOADS; n++) {
      const bytes = Buffer.concat([gpx, Buffer.from("\n".repeat(++recordings))]);
      const { status, body } = await at(one).call("POST", "/api/tracks/", { form: trackForm("a.gpx", bytes) });
      expect(status).toBe(201);
      uploaded.push(body.id);
    }
  };
  /** Reads and changes by one process. */
  const use = async (one: ServerProcess) => {
    const { call } = at(one);
    const track = uploaded[0];
    const answers = [
      await call("GET", "/api/tracks/"),
      await call("GET", `/api/tracks/${track}/?notrackpoints=true`),
      await call("PATCH", `/api/tracks/${track}/`, { json: { permissions: "PRIVATE" } }),
      await call("GET", "/api/reports/user/"),
      await call("GET", `/api/tracks/${track}/journal/`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  };
  /** Uses a process until `end` is called, which answers how many times. */
  function keepUsing(one: ServerProcess): { end(): Promise<number> } {
    let ended = false;
    const using = (async () => {
      let times = 0;
      for (; !ended; times++) {
        await use(one);
        await wait(20);
      }
      return times;
    })();
    // Its fault is that of `end`.
    using.catch(() => undefined);
    return {
      end() {
        ended = true;
        return using;
      },
    };
  }
  const analysed = async () => {
    const waiting = async () =>
      (await opened.db.selectFrom("tracks").select("id").where("processing_status", "<>", 3).execute()).length;
    await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toBe(0);
  };
  const exists = async (name: string) => {
    const { rows } = await sql<{ is: boolean }>`select to_regclass(${name}) is not null as is`.execute(opened.db);
    return rows[0]!.is;
  };

  it(
    "answer every call and analyse every recording, through either version, before, during and after",
    async () => {
      await upload(old);
      await analysed();
      // The old version has its statements prepared and goes on with them while the tables change.
      const during = keepUsing(old);
      expect(await exists("next_tracks")).toBe(false);
      await next.start();
      expect(await exists("next_tracks")).toBe(true);
      await expect.poll(() => exists("tracks_of_next"), { timeout: 60_000 }).toBe(true);
      await Promise.all([upload(old), upload(next)]);
      await use(next);
      expect(await during.end()).toBeGreaterThan(5);
      await analysed();
      // The new version alone, then back: the old one starts on the tables of the new one.
      await old.stop();
      await upload(next);
      const back = keepUsing(next);
      await old.startAgain();
      await Promise.all([upload(old), upload(next)]);
      expect(await back.end()).toBeGreaterThan(5);
      await next.stop();
      await upload(old);
      await use(old);
      await analysed();
      const rows = await opened.db.selectFrom("tracks").select("id").orderBy("id").execute();
      expect(rows.map(({ id }) => id)).toEqual([...uploaded].sort((a, b) => a - b));
      const { rows: noted } = await sql<{ count: number }>`
        select count(*)::integer as count from next_tracks`.execute(opened.db);
      // All but those before the upgrade, whichever process stored them.
      expect(noted[0]!.count).toBe(uploaded.length - UPLOADS);
      expect(old.output + next.output).not.toMatch(/call failed|cached plan/);
    },
    TIMEOUT_MS,
  );
});
