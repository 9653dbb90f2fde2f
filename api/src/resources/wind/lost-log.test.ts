import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { fleetBoat } from "../../../test/fleet-boat.ts";
import { coreWith } from "../../../test/stub-core.ts";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { readWind, store, uploadWind, windLog } from "../../../test/wind.ts";
import { waitForJobs } from "../../../test/world.ts";
import { findTrack } from "../../access/track.ts";
import type { Race } from "../../app/contract.ts";
import { ANALYZE_TRACK } from "../tracks/analyze-track.ts";

const gpx = readFixture("j70-with-wind-log.gpx");

onEveryDatabase("a wind log that is missing in the storage", (at) => {
  let ada: Person;
  let track: number;
  let wind_file: number;
  let source_key: string;
  const row = async () => (await findTrack(at().context.db, track))!;
  const change = (json: object) => ada.call("PATCH", `/api/tracks/${track}/`, { json });
  const analysis = async () => (await ada.call("GET", `/api/tracks/${track}/analysis/`)).body;
  const loseLog = async () => {
    const found = at().context.db.selectFrom("wind_files").select("source_key").where("id", "=", wind_file);
    source_key = (await found.executeTakeFirstOrThrow()).source_key;
    await at().context.storage.remove(source_key);
  };
  const logged = () =>
    (at().errors as { event: string; key?: string }[]).filter(({ event }) => event === "a wind log is missing");

  beforeAll(async () => {
    ada = await at().signUp();
    track = (await ada.upload("a.gpx", gpx, { boat_name: "J70" })).id;
    wind_file = (await uploadWind(at(), ada, windLog(), "Committee boat.txt")).id;
    await ada.call("POST", `/api/windfiles/${wind_file}/attach/`, { json: { track_id: track } });
    await processed(ada.call, track);
    await waitForJobs(at());
  }, 120_000);

  const LOST = /^The wind log Committee boat\.txt is missing in the file storage.* without it\. Upload it again/;

  it("costs a track its measured wind, which the track says, and not a change of its class", async () => {
    expect(await analysis()).toMatchObject({ parameters: { boat_class: "J70" } });
    expect((await analysis()).files[0].wind.source).toMatch(/measured|fused/);
    await loseLog();
    await change({ boat_name: "49er" });
    const changed = await processed(ada.call, track);
    expect(changed).toMatchObject({ processing_status: 3, error: null, boat_name: "49er", wind_file, twd_avg: null });
    expect(changed.wind_error).toMatch(LOST);
    expect((await ada.call("GET", "/api/tracks/?owner=mine")).body.results[0].wind_error).toMatch(LOST);
    const { parameters, files } = await analysis();
    expect([parameters.boat_class, files[0].boat_class]).toEqual(["49er", "49er"]);
    expect(["measured", "fused"]).not.toContain(files[0].wind?.source);
    expect(logged()[0]).toMatchObject({ key: source_key });
  }, 120_000);

  it("does not prevent that a moment is explained", async () => {
    const { start_time } = (await analysis()).files[0].maneuvers[0];
    const why = await ada.call("GET", `/api/tracks/${track}/why/?time=${start_time}`);
    expect([why.status, why.body.answer]).toEqual([200, expect.stringMatching(/\w/)]);
  });

  it("is stored when it is uploaded again, and its tracks have the measured wind", async () => {
    const { body: upload } = await ada.call("GET", "/api/windfiles/path/");
    await store(at(), upload, windLog());
    const json = { file_path: upload.file_path, orig_file_name: "again.txt" };
    const again = await ada.call("POST", "/api/windfiles/", { json });
    expect([again.status, again.body.id, again.body.original_name]).toEqual([200, wind_file, "Committee boat.txt"]);
    await readWind(ada.call, wind_file);
    expect(await processed(ada.call, track)).toMatchObject({
      processing_status: 3,
      wind_error: null,
      twd_avg: expect.closeTo(8, -1),
    });
    await waitForJobs(at());
    // What is there is not stored a second time.
    const { body: third } = await ada.call("GET", "/api/windfiles/path/");
    await store(at(), third, windLog());
    await ada.call("POST", "/api/windfiles/", { json: { ...json, file_path: third.file_path } });
    expect((await row()).processing_status).toBe(3);
    const { db, storage } = at().context;
    const keys = (await db.selectFrom("wind_files").select("source_key").execute()).map((file) => file.source_key);
    expect((await storage.listOlderThan("windlogs", 0)).sort()).toEqual(keys.sort());
  }, 120_000);

  it("that cannot be read any more is named as well", async () => {
    await loseLog();
    await at().context.storage.write(source_key, Buffer.from("no wind at all\n"));
    await change({ wind_hint_deg: 10 });
    const changed = await processed(ada.call, track);
    expect(changed).toMatchObject({ processing_status: 3, wind_hint_deg: 10 });
    expect(changed.wind_error).toMatch(/^The wind log Committee boat\.txt could not be read.* without it\./);
    await at().context.storage.write(source_key, windLog());
  }, 120_000);

  it("leaves the answer with the parameters of its results, where an analysis with others failed, which is said", async () => {
    const { core } = at().context;
    await waitForJobs(at());
    const before = await analysis();
    at().context.core = coreWith(core, { analyze: () => Promise.reject(new Error("out of memory")) });
    try {
      await change({ wind_hint_deg: 77 });
      expect((await analysis()).parameters).toEqual(before.parameters);
      await ANALYZE_TRACK.onFailed(at().context, { track_id: track, revision: (await row()).revision });
    } finally {
      at().context.core = core;
    }
    expect(await row()).toMatchObject({ processing_status: 3, wind_hint_deg: 77 });
    expect((await row()).error).toMatch(/^The newest analysis of this track failed.*results of the one before/);
    expect((await analysis()).parameters).toEqual(before.parameters);
    await waitForJobs(at());
    await change({ wind_hint_deg: 78 });
    expect(await processed(ada.call, track)).toMatchObject({ processing_status: 3, error: null });
    expect((await analysis()).parameters.wind_hint_deg).toBe(78);
  }, 120_000);

  it("does not fail a race: its wind is estimated without it, and the race and its boat say so", async () => {
    const coach = await at().signUp("Coach");
    const { db, storage } = at().context;
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${coach.session.user.id}`.execute(db);
    const tracks: number[] = [];
    for (const seed of [1, 2, 3]) {
      const sailor = await at().signUp(`Sailor${seed}`);
      tracks.push((await sailor.upload(`${seed}.gpx`, fleetBoat({ seed }), { boat_name: "Laser" })).id);
    }
    await waitForJobs(at());
    const lost = { user_id: coach.session.user.id, original_name: "Mark boat.txt", source_key: "windlogs/gone.txt" };
    const { id: lost_log } = await db
      .insertInto("wind_files")
      .values({ ...lost, source_bytes: 10, sha256: "0", processing_status: 3, samples: 10 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("tracks").set({ wind_file_id: lost_log }).where("id", "=", tracks[0]!).execute();
    // The recording of the third is missing, too.
    const third = (await findTrack(db, tracks[2]!))!;
    await storage.remove(third.source_key);
    const { body: race } = await coach.call("POST", "/api/races/", { json: { tracks } });
    const info = async (): Promise<Race> => (await coach.call("GET", `/api/races/info/${race.id}/`)).body;
    await expect.poll(async () => (await info()).processing_status, { timeout: 30_000 }).toBe(3);
    const { wind_estimates, ...wind } = (await coach.call("GET", `/api/races/wind/${race.id}/`)).body;
    expect(wind_estimates.length).toBeGreaterThan(60);
    const of = (id: number) => wind.tracks.find((one: { id: number }) => one.id === id);
    expect(of(tracks[0]!)).toEqual({
      id: tracks[0],
      has_vote: true,
      reason: expect.stringMatching(/^The wind log Mark boat\.txt is missing in the file storage/),
    });
    expect(of(tracks[1]!)).toEqual({ id: tracks[1], has_vote: true, reason: null });
    expect(of(tracks[2]!)).toEqual({
      id: tracks[2],
      has_vote: false,
      reason: "The file of this recording is missing in the file storage.",
    });
    expect((await info()).wind_reason).toBe(
      "A wind log of one of the boats is missing in the file storage; this wind is estimated without it.",
    );
    // The log may come back: nothing is kept of what was found without it.
    const { result_key } = (await findTrack(db, tracks[0]!))!;
    expect(await storage.open(`${result_key}/wind-evidence.json`)).toBeNull();
  }, 120_000);
});
