import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { fleetBoat } from "../../../test/fleet-boat.ts";
import { freshDatabase } from "../../../test/postgres.ts";
import { emptyTemplate, onOwnServer, type Person, POSTGRES } from "../../../test/test-server.ts";
import { uploadWind, windLog } from "../../../test/wind.ts";
import { createApp } from "../../app/app.ts";
import { RESOURCES } from "../../app/resources.ts";
import { openToken, sealTokens } from "../../resources/garmin/tokens.ts";
import { openSessions } from "../auth/sessions.ts";
import type { AppContext } from "../context.ts";
import { openDatabase } from "../db/open.ts";
import { deriveKey } from "../signature.ts";
import { LocalDisk } from "../storage/local-disk.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

onOwnServer("a server restored from a backup", (at) => {
  let folder: string;
  let coach: Person;
  let race: number;
  let journal: number;
  let report: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "leebow-restored-"));
    coach = await at().signUp("Coach");
    const { db } = at().context;
    const { id } = coach.session.user;
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${id}`.execute(db);
    const tracks: number[] = [];
    for (const seed of [1, 2]) {
      const sailor = await at().signUp(`Sailor${seed}`);
      tracks.push((await sailor.upload(`${seed}.gpx`, fleetBoat({ seed }), { boat_name: "Laser" })).id);
    }
    race = (await coach.call("POST", "/api/races/", { json: { tracks } })).body.id;
    await raceIsDone();
    journal = (await coach.call("POST", "/api/journals/", { json: { track: tracks[0], content: "A" } })).body.id;
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.append("file", new File([jpeg as BlobPart], "a.jpg"));
    expect((await coach.call("POST", `/api/journals/${journal}/photo/`, { form })).status).toBe(201);
    const { id: wind_file } = await uploadWind(at(), coach, windLog());
    const json = { wind_file, name: "Beat", start_time: "2026-11-14T16:22:00Z", end_time: "2026-11-14T16:30:00Z" };
    report = (await coach.call("POST", "/api/windreports/", { json })).body.id;
    const computed = async () =>
      expect((await coach.call("GET", `/api/windreports/${report}/`)).body.metrics).not.toBeNull();
    await vi.waitFor(computed, { timeout: 30_000 });
    const decided = { race_id: race, user_id: id, consent: "refused", asked_by: null, asked_at: null } as const;
    await db
      .insertInto("race_consents")
      .values({ ...decided, track_id: null, answered_at: new Date() })
      .execute();
    await db.insertInto("race_departures").values({ race_id: race, user_id: id }).execute();
    const tokens = { access_token: "a", refresh_token: "r", expires_at: new Date("2027-01-01") };
    const sealed = sealTokens(at().context, id, tokens);
    const link = { user_id: id, garmin_user_id: "g", permissions: "[]", ...sealed };
    await db.insertInto("garmin_links").values(link).execute();
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const raceIsDone = () =>
    vi.waitFor(
      async () => {
        const { body } = await coach.call("GET", `/api/races/info/${race}/`);
        expect(body.processing_status).toBe(3);
      },
      { timeout: 60_000, interval: 200 },
    );
  const PATHS = () => [`/api/races/${race}/`, `/api/races/wind/${race}/`, `/api/windreports/${report}/`];

  it("answers a race, its wind, a journal's photo and a wind report as before, and opens the connection with Garmin", async () => {
    const tar = join(folder, "leebow.tar");
    expect((await backup(at().context, tar)).missing).toEqual([]);
    const created = POSTGRES ? await freshDatabase(POSTGRES) : null;
    const template = await emptyTemplate();
    const opened = await openDatabase({ url: created?.url, folder: "memory://", template, migrate: false });
    try {
      const storage = new LocalDisk(join(folder, "files"), deriveKey(at().config.secret, "files"));
      await restore({ ...opened, resources: RESOURCES }, storage, tar);
      const { db } = opened;
      const sessions = openSessions({ ...at().context, db });
      const restored: AppContext = { ...at().context, db, storage, sessions };
      const app = createApp(restored);
      const headers = { authorization: `Bearer ${coach.session.access}` };
      const read = (path: string) => Promise.resolve(app.request(path, { headers }));
      for (const path of PATHS()) {
        const [answer, before] = [await read(path), await coach.call("GET", path)];
        expect([path, answer.status, await answer.json()]).toEqual([path, 200, before.body]);
      }
      const entry = (await (await read(`/api/journals/${journal}/`)).json()) as { photos: { file: string }[] };
      expect((await read(entry.photos[0]!.file)).headers.get("content-type")).toMatch(/^image/);
      // A refusal is not forgotten, nor that somebody has left a race.
      for (const table of ["race_consents", "race_departures"] as const) {
        const [rows, before] = [db, at().context.db].map((one) => one.selectFrom(table).selectAll().execute());
        expect(await rows).toEqual(await before);
        expect(await rows).toHaveLength(1);
      }
      const { user_id, access_token } = await db.selectFrom("garmin_links").selectAll().executeTakeFirstOrThrow();
      expect(openToken(restored, user_id, access_token)).toBe("a");
    } finally {
      await opened.close();
      await created?.drop();
    }
  });

  it("is of a backup that asks the storage for the keys of files alone, and for each once", async () => {
    const open = vi.spyOn(at().context.storage, "open");
    expect((await backup(at().context, join(folder, "keys.tar"))).missing).toEqual([]);
    const keys = open.mock.calls.map(([key]) => key);
    open.mockRestore();
    expect(keys.some((key) => key.startsWith("race-results/"))).toBe(true);
    expect(keys.filter((key) => !/^[\w-]+(\/[\w.-]+)+$/.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("makes the results of a race, of its tracks and of a wind file again that are missing, and says so meanwhile", async () => {
    const { storage } = at().context;
    for (const results of ["race-results", "windresults", "results"]) await storage.remove(results);
    for (const path of PATHS().slice(0, 2)) {
      const { status, headers, body } = await coach.call("GET", path);
      expect([status, headers.get("retry-after")]).toEqual([503, "60"]);
      expect(body.detail).toBe(
        "Results that belong to this are missing on the server and are being made again. Try again in a minute.",
      );
    }
    await expect
      .poll(async () => (await coach.call("GET", `/api/races/${race}/`)).status, { timeout: 90_000, interval: 500 })
      .toBe(200);
    await raceIsDone();
    expect((await coach.call("GET", `/api/races/wind/${race}/`)).body.wind_estimates.length).toBeGreaterThan(60);
    await expect
      .poll(async () => (await coach.call("GET", `/api/windreports/${report}/`)).status, { timeout: 30_000 })
      .toBe(200);
  }, 200_000);
});
