import { EngineError } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { coreWith } from "../../../test/stub-core.ts";
import { onEveryDatabase, processed } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { readWind, store, uploadWind, windLog } from "../../../test/wind.ts";
import { LIMITS } from "../../platform/limits.ts";
import { findWindFile } from "./queries.ts";
import { enqueueOutdatedWindFiles, READ_WIND_FILE } from "./read-wind-file.ts";
import { enqueueLostWindJobs, sweepWindUploads } from "./sweep.ts";

const gpx = readFixture("j70-with-wind-log.gpx");
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const withoutPositions = () =>
  Buffer.from(text(windLog()).replace(/^\$GPRMC,([\d.]+),.*$/gm, "$GPZDA,$1,14,11,2026,00,00"));

onEveryDatabase("a wind file", (at) => {
  it("is uploaded to a signed address, read, attached to a track, and gives the track a measured wind", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    expect(track).toMatchObject({ wind_file: null, twd_avg: null });

    const { status, body: upload } = await ada.call("GET", "/api/windfiles/path/");
    expect(status).toBe(200);
    expect(upload).toMatchObject({ method: "PUT", max_bytes: LIMITS.wind_file_bytes });
    expect(Date.parse(upload.expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
    expect((await store(at(), upload, windLog())).status).toBe(204);
    const json = { file_path: upload.file_path, orig_file_name: "Committee\u202e boat\u0007.TXT" };
    const created = await ada.call("POST", "/api/windfiles/", { json });
    expect([created.status, created.body.original_name]).toEqual([201, "Committee boat.TXT"]);
    expect(created.body).toMatchObject({ processing_status: 1, start_time: null, static_map: null, wind_reports: [] });

    const file = await readWind(ada.call, created.body.id);
    expect(file).toMatchObject({ processing_status: 3, error: null, points: 721 });
    expect([file.start_time, file.end_time]).toEqual(["2026-11-14T16:20:00.000Z", "2026-11-14T16:32:00.000Z"]);
    expect(file).toMatchObject({
      bytes: windLog().length,
      tz: expect.stringContaining("/"),
      location: expect.any(String),
    });
    const { body: curve } = await ada.call("GET", `/api/windfiles/${file.id}/curve/`);
    expect(curve.points.length).toBeGreaterThan(100);
    expect(curve.points.length).toBeLessThanOrEqual(LIMITS.wind_curve_points);
    for (const { twd, tws } of curve.points)
      expect([Math.abs(((twd + 180) % 360) - 188) < 60, tws > 2]).toEqual([true, true]);
    const picture = await at().call("GET", file.static_map!);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);

    const attached = await ada.call("POST", `/api/windfiles/${file.id}/attach/`, { json: { track_id: track.id } });
    expect([attached.status, attached.body.processing_status, attached.body.wind_file]).toEqual([200, 4, file.id]);
    const measured = await processed(ada.call, track.id);
    expect(measured).toMatchObject({ processing_status: 3, wind_file: file.id, twd_avg: expect.closeTo(8, -1) });
    const { body: analysis } = await ada.call("GET", `/api/tracks/${track.id}/analysis/`);
    expect(["measured", "fused"]).toContain(analysis.files[0].wind.source);
    expect(analysis.files[0].wind.tws_kn).toBeGreaterThan(5);
  });

  it("is given back, the track then is analysed without it", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    const file = await uploadWind(at(), ada, windLog());
    const wind = (act: string) =>
      ada.call("POST", `/api/windfiles/${file.id}/${act}/`, { json: { track_id: track.id } });
    await wind("attach");
    await processed(ada.call, track.id);
    // The same again changes nothing.
    expect((await wind("attach")).body.processing_status).toBe(3);
    expect((await wind("detach")).body).toMatchObject({ processing_status: 4, wind_file: null });
    expect(await processed(ada.call, track.id)).toMatchObject({ processing_status: 3, twd_avg: null, wind_file: null });
    expect((await wind("detach")).body.processing_status).toBe(3);
  });

  it("is deleted with its files and reports, and its tracks lose the measured wind", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    const file = await uploadWind(at(), ada, windLog());
    await ada.call("POST", `/api/windfiles/${file.id}/attach/`, { json: { track_id: track.id } });
    await processed(ada.call, track.id);
    const { db, storage } = at().context;
    const { source_key, result_key } = await db
      .selectFrom("wind_files")
      .selectAll()
      .where("id", "=", file.id)
      .executeTakeFirstOrThrow();
    expect((await ada.call("DELETE", `/api/windfiles/${file.id}/`)).status).toBe(204);
    expect(await processed(ada.call, track.id)).toMatchObject({ processing_status: 3, twd_avg: null, wind_file: null });
    expect((await ada.call("GET", `/api/windfiles/${file.id}/`)).status).toBe(404);
    expect(await storage.open(source_key)).toBeNull();
    expect(await storage.open(`${result_key}/series.bin`)).toBeNull();
    expect((await at().call("GET", file.static_map!)).status).toBe(404);
    expect((await ada.call("DELETE", `/api/windfiles/${file.id}/`)).status).toBe(404);
  });

  it("of the same content is one wind file, however often and at the same time it is uploaded", async () => {
    const ada = await at().signUp();
    const file = await uploadWind(at(), ada, windLog());
    const again = async () => {
      const { body: upload } = await ada.call("GET", "/api/windfiles/path/");
      await store(at(), upload, windLog());
      const json = { file_path: upload.file_path, orig_file_name: "copy.txt" };
      return [await ada.call("POST", "/api/windfiles/", { json }), await ada.call("POST", "/api/windfiles/", { json })];
    };
    const answers = (await Promise.all([again(), again(), again()])).flat();
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [200, file.id]));
    expect((await ada.call("GET", "/api/windfiles/")).body.results).toHaveLength(1);
    const bob = await at().signUp("Bob");
    expect((await uploadWind(at(), bob, windLog())).id).not.toBe(file.id);
    expect(await at().context.storage.listOlderThan("winduploads", 0)).toEqual([]);
    expect(await at().context.storage.listOlderThan("windlogs", 0)).toHaveLength(
      (await at().context.db.selectFrom("wind_files").select("id").execute()).length,
    );
  });

  it("is taken over only from the address that this user was given, while it is valid, and with a file there", async () => {
    const [ada, eve] = [await at().signUp(), await at().signUp("Eve")];
    const { body: upload } = await ada.call("GET", "/api/windfiles/path/");
    const take = (person: typeof ada, file_path: unknown, orig_file_name: unknown = "wind.txt") =>
      person.call("POST", "/api/windfiles/", { json: { file_path, orig_file_name } });
    expect((await take(ada, upload.file_path)).body).toEqual({ file_path: ["Track File required"] });
    await store(at(), upload, windLog());
    const unknown = { file_path: ["This upload is not known. Upload the file again."] };
    expect((await take(eve, upload.file_path)).body).toEqual(unknown);
    expect((await take(ada, "winduploads/../sources/x.txt")).body).toEqual(unknown);
    const another = upload.file_path.replace(/(.)\.txt$/, (_: string, last: string) => `${last === "0" ? 1 : 0}.txt`);
    expect((await take(ada, another)).status).toBe(400);
    expect((await take(ada, undefined, null)).body).toEqual({
      file_path: ["Track File required"],
      orig_file_name: ["Track File required"],
    });
    expect((await take(ada, upload.file_path, "wind.csv")).body).toEqual({
      orig_file_name: [expect.stringMatching(/Only \.txt files/)],
    });
    const { db } = at().context;
    const past = new Date(Date.now() - 1000);
    await db.updateTable("wind_uploads").set({ expires_at: past }).where("key", "=", upload.file_path).execute();
    expect((await take(ada, upload.file_path)).body).toEqual({ file_path: [expect.stringMatching(/has expired/)] });
    expect((await ada.call("GET", "/api/windfiles/")).body.results).toEqual([]);
  });

  it("is not stored by an address that was changed, and only once by one that was not", async () => {
    const ada = await at().signUp();
    const { body: upload } = await ada.call("GET", "/api/windfiles/path/");
    const changed = upload.url.replace(/max=\d+/, "max=999999999999");
    expect((await store(at(), { ...upload, url: changed }, windLog())).status).toBe(403);
    const other = upload.url.replace("winduploads/", "windlogs/");
    expect((await store(at(), { ...upload, url: other }, windLog())).status).toBe(403);
    expect((await store(at(), upload, windLog())).status).toBe(204);
    expect((await store(at(), upload, Buffer.from("other"))).status).toBe(409);
  });

  it("has an address for its upload as long as not too many wait to be taken over, and there is room", async () => {
    const ada = await at().signUp();
    const address = () => ada.call("GET", "/api/windfiles/path/");
    const begun = await Promise.all(Array.from({ length: LIMITS.wind_uploads_unclaimed + 5 }, address));
    const given = begun.filter(({ status }) => status === 200);
    expect(given).toHaveLength(LIMITS.wind_uploads_unclaimed);
    const refused = begun.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.headers.get("retry-after"), refused.body.detail]).toEqual([
      429,
      "3600",
      "20 uploads of wind files were begun and not completed. Try again in an hour.",
    ]);
    const upload = given[0]!.body;
    expect((await store(at(), upload, windLog())).status).toBe(204);
    const json = { file_path: upload.file_path, orig_file_name: "wind.txt" };
    const { body: file } = await ada.call("POST", "/api/windfiles/", { json });
    expect((await address()).status).toBe(200);
    expect((await address()).status).toBe(429);
    const swept = { expires_at: new Date(Date.now() - 2 * 3600_000) };
    const { db } = at().context;
    await db.updateTable("wind_uploads").set(swept).where("user_id", "=", ada.session.user.id).execute();
    expect((await address()).status).toBe(200);
    await readWind(ada.call, file.id);
    const full = { source_bytes: LIMITS.wind_bytes_per_user / 2 };
    await db.updateTable("wind_files").set(full).where("id", "=", file.id).execute();
    const row = await db.selectFrom("wind_files").selectAll().where("id", "=", file.id).executeTakeFirstOrThrow();
    const { id: _, ...copy } = { ...row, source_key: "windlogs/copy.txt", sha256: "copy" };
    await db.insertInto("wind_files").values(copy).execute();
    const none = await address();
    expect([none.status, none.body.code]).toEqual([409, "limit_reached"]);
  });

  it("that is empty is refused", async () => {
    const ada = await at().signUp();
    const { body: upload } = await ada.call("GET", "/api/windfiles/path/");
    await at().context.storage.write(upload.file_path, new Uint8Array());
    const json = { file_path: upload.file_path, orig_file_name: "wind.txt" };
    expect((await ada.call("POST", "/api/windfiles/", { json })).body.file_path).toEqual([
      expect.stringMatching(/empty/),
    ]);
  });

  it.each([
    ["no log at all", Buffer.from("Dear diary\nIt blew.\n"), /is not a wind log/],
    ["a log without wind", Buffer.from(text(windLog()).replace(/^\$WIMWD.*$/gm, "")), /has no wind in it/],
  ])("that is %s ends in an error that says so, and cannot be attached", async (_, bytes, sentence) => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    const file = await uploadWind(at(), ada, bytes);
    expect(file).toMatchObject({ processing_status: 2, error: expect.stringMatching(sentence), start_time: null });
    const attached = await ada.call("POST", `/api/windfiles/${file.id}/attach/`, { json: { track_id: track.id } });
    expect([attached.status, attached.body.detail]).toEqual([400, expect.stringMatching(/could not be read/)]);
  });

  it("without positions has no picture and gives a track its wind all the same", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    const file = await uploadWind(at(), ada, withoutPositions());
    expect(file).toMatchObject({ processing_status: 3, static_map: null, points: 721 });
    await ada.call("POST", `/api/windfiles/${file.id}/attach/`, { json: { track_id: track.id } });
    expect((await processed(ada.call, track.id)).twd_avg).not.toBeNull();
  });

  it("of a boat with angles and a compass is as good as one of a station", async () => {
    const ada = await at().signUp();
    const file = await uploadWind(at(), ada, readFixture("j70-biscayne-bay.nmea"));
    expect(file).toMatchObject({ processing_status: 3, static_map: expect.any(String) });
    expect(file.points).toBeGreaterThan(600);
  });

  it("without a date is of the day of the track it is attached to, and one of speeds alone gives the speed", async () => {
    const ada = await at().signUp();
    const start_time_ms = Date.parse("2026-11-14T16:10:00Z");
    const track = await ada.upload("a.gpx", Buffer.from(sailedSession({ minutes: 30, start_time_ms }, "gpx")));
    const sailedWind = async () => (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.files[0].wind;
    const twd = Math.round((await sailedWind()).twd_deg);
    const minutes = Array.from({ length: 20 }, (_, i) => 15 + i);
    const rows = (row: (clock: string) => string) => minutes.map((at) => `${row(`16:${at}:00`)}\n`).join("");
    const undated = `UTC,BEARING,SPEEDKNOTS\n${rows((clock) => `${clock},${twd},12`)}`;
    const speeds = `time,tws (kn)\n${rows((clock) => `2026-11-14T${clock}Z,14`)}`;
    const windOf = async (csv: string) => {
      const file = await uploadWind(at(), ada, Buffer.from(csv));
      const { status } = await ada.call("POST", `/api/windfiles/${file.id}/attach/`, { json: { track_id: track.id } });
      expect([file.error, status]).toEqual([null, 200]);
      await processed(ada.call, track.id);
      const json = { wind_file: file.id, name: "a", start_time: file.start_time, end_time: file.end_time };
      const report = await ada.call("POST", "/api/windreports/", { json });
      expect([report.status, report.body.code]).toEqual([400, "no_wind_report"]);
      return { file, wind: await sailedWind() };
    };
    const day = await windOf(undated);
    expect(day.file).toMatchObject({ undated: true, has_direction: true, points: minutes.length });
    expect(day.wind.tws_kn).toBeCloseTo(12, 1);
    expect(["measured", "fused"]).toContain(day.wind.source);
    const speed = await windOf(speeds);
    expect(speed.file).toMatchObject({ undated: false, has_direction: false, start_time: "2026-11-14T16:15:00.000Z" });
    expect(speed.wind).toMatchObject({ tws_kn: expect.closeTo(14, 1), source: "estimated" });
    expect((await ada.call("GET", `/api/windfiles/${speed.file.id}/curve/`)).body).toEqual({ points: [] });
  });

  it("of another day is refused with both times", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("b.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const file = await uploadWind(at(), ada, windLog());
    const { status, body } = await ada.call("POST", `/api/windfiles/${file.id}/attach/`, {
      json: { track_id: track.id },
    });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/another time.*2026-11-14 16:20 to .*\(UTC\)/)]);
    expect(await processed(ada.call, track.id)).toMatchObject({ processing_status: 3, wind_file: null });
  });

  it("of a coach is attached to the track of an athlete of the coach's team, and to nobody else's", async () => {
    const [ada, coach, eve] = [await at().signUp(), await at().signUp("Coach"), await at().signUp("Eve")];
    const { db } = at().context;
    const { id: team_id } = await db
      .insertInto("teams")
      .values({ name: "Squad" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const member = (user_id: number, role: "COACH" | "ATHLETE") => ({ team_id, user_id, role });
    const rows = [member(coach.session.user.id, "COACH"), member(ada.session.user.id, "ATHLETE")];
    await db.insertInto("team_members").values(rows).execute();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70", permissions: "PUBLIC" });
    const json = { track_id: track.id };
    const [of_coach, of_eve] = [await uploadWind(at(), coach, windLog()), await uploadWind(at(), eve, windLog())];
    const refused = await eve.call("POST", `/api/windfiles/${of_eve.id}/attach/`, { json });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/owner and the coaches/)]);
    expect((await coach.call("POST", `/api/windfiles/${of_coach.id}/attach/`, { json })).status).toBe(200);
    await processed(ada.call, track.id);
    // Who may view the track may view its wind, and the owner of the track need not accept it.
    expect((await eve.call("GET", `/api/windfiles/${of_coach.id}/`)).status).toBe(200);
    expect((await ada.call("POST", `/api/windfiles/${of_coach.id}/detach/`, { json })).body.wind_file).toBeNull();
    expect((await ada.call("GET", `/api/windfiles/${of_coach.id}/`)).status).toBe(404);
    await processed(ada.call, track.id);
  });

  it("of an account that is deleted is taken from the tracks of others", async () => {
    const [ada, coach] = [await at().signUp(), await at().signUp("Coach")];
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    const file = await uploadWind(at(), coach, windLog());
    const { db } = at().context;
    await db.updateTable("users").set({ role: 1 }).where("id", "=", coach.session.user.id).execute();
    await at().context.events.flush();
    const json = { track_id: track.id };
    expect((await coach.call("POST", `/api/windfiles/${file.id}/attach/`, { json })).status).toBe(200);
    expect((await processed(ada.call, track.id)).twd_avg).not.toBeNull();
    expect((await coach.call("DELETE", "/api/users/me/", { json: { current_password: "lee bow" } })).status).toBe(204);
    expect(await processed(ada.call, track.id)).toMatchObject({ processing_status: 3, wind_file: null, twd_avg: null });
  });

  it("is in a list by pages, newest first", async () => {
    const ada = await at().signUp();
    const first = await uploadWind(at(), ada, windLog());
    const { db } = at().context;
    const { id: _, ...row } = await db
      .selectFrom("wind_files")
      .selectAll()
      .where("id", "=", first.id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: LIMITS.page_size }, (_, i) => ({
      ...row,
      source_key: `windlogs/${first.id}-${i}.txt`,
      sha256: String(i),
    }));
    await db.insertInto("wind_files").values(more).execute();
    const page = (await ada.call("GET", "/api/windfiles/")).body;
    expect([page.results.length, page.previous]).toEqual([LIMITS.page_size, null]);
    const next = (await ada.call("GET", `/api/windfiles/?cursor=${page.next}`)).body;
    expect(next.results.map(({ id }: { id: number }) => id)).toEqual([first.id]);
    expect(next.next).toBeNull();
    const back = (await ada.call("GET", `/api/windfiles/?cursor=${next.previous}`)).body;
    expect(back.results).toEqual(page.results);
    await db.deleteFrom("wind_files").where("source_key", "like", `windlogs/${first.id}-%`).execute();
    expect((await ada.call("GET", "/api/windfiles/?cursor=abc")).status).toBe(400);
  });

  it("that cannot be used with a track any more costs the track its wind, not its analysis", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx, { boat_name: "J70" });
    const file = await uploadWind(at(), ada, windLog());
    const { core } = at().context;
    const refuse = new EngineError("unknown_format", "This is no wind log.");
    const analyze: typeof core.analyze = (input, options, wind) =>
      wind ? Promise.reject(refuse) : core.analyze(input, options);
    at().context.core = coreWith(core, { analyze });
    await ada.call("POST", `/api/windfiles/${file.id}/attach/`, { json: { track_id: track.id } });
    const analysed = await processed(ada.call, track.id).finally(() => (at().context.core = core));
    expect(analysed).toMatchObject({ processing_status: 3, error: null, twd_avg: null, metric: track.metric });
    expect(at().errors.splice(0)).toMatchObject([{ track_id: track.id, error: refuse.message }]);
  });

  it("tells its owner's open pages of each change", async () => {
    const ada = await at().signUp();
    const { events } = at().context;
    const seen: unknown[] = [];
    const end = events.subscribe({ onEvent: (event) => void seen.push(event), onGap() {} });
    const file = await uploadWind(at(), ada, windLog());
    await ada.call("DELETE", `/api/windfiles/${file.id}/`);
    await events.flush();
    end();
    const event = { type: "wind_file", user_id: ada.session.user.id, wind_file_id: file.id };
    expect(seen.filter((one) => (one as { type: string }).type === "wind_file")).toEqual(
      [1, 3, null].map((processing_status) => ({ ...event, processing_status })),
    );
  });

  it("that lost its job is read after the next sweep, and one whose reading fails says so", async () => {
    const ada = await at().signUp();
    const file = await uploadWind(at(), ada, windLog());
    const { db } = at().context;
    const reset = () => db.updateTable("wind_files").set({ processing_status: 1 }).where("id", "=", file.id).execute();
    await reset();
    // The first job may not be marked as completed yet.
    await until(async () => {
      await enqueueLostWindJobs(at().context);
      return at().errors.length > 0;
    });
    expect(at().errors.splice(0)).toMatchObject([{ count: 1 }]);
    expect((await readWind(ada.call, file.id)).processing_status).toBe(3);
    await READ_WIND_FILE.onFailed(at().context, { wind_file_id: file.id });
    expect((await readWind(ada.call, file.id)).processing_status).toBe(3);
    await reset();
    await db.updateTable("wind_files").set({ engine: null }).where("id", "=", file.id).execute();
    await READ_WIND_FILE.onFailed(at().context, { wind_file_id: file.id });
    const failed = await readWind(ada.call, file.id);
    expect(failed).toMatchObject({ processing_status: 2, error: expect.stringMatching(/fault of its own/) });
  });

  it("is read again after another version of the engine, with its reports, and stays in use if that fails", async () => {
    const ada = await at().signUp();
    const file = await uploadWind(at(), ada, windLog());
    const { db, core } = at().context;
    const json = { wind_file: file.id, name: "A", start_time: file.start_time, end_time: file.end_time };
    const { body: report } = await ada.call("POST", "/api/windreports/", { json });
    const engines = async () => {
      const { metrics } = await db
        .selectFrom("wind_reports")
        .select("metrics")
        .where("id", "=", report.id)
        .executeTakeFirstOrThrow();
      const { engine } = (await findWindFile(db, file.id))!;
      return [engine, metrics?.engine];
    };
    const becomes = (version: string) =>
      until(async () => {
        await enqueueOutdatedWindFiles(at().context);
        return (await engines()).every((engine) => engine === version);
      });
    await becomes(core.version);
    try {
      at().context.core = { ...core, version: "9.9.9", analyze: core.analyze.bind(core) };
      await becomes("9.9.9");
      at().context.core = { ...core, version: "10.0.0", analyze: core.analyze.bind(core) };
      const before = await findWindFile(db, file.id);
      await READ_WIND_FILE.onFailed(at().context, { wind_file_id: file.id });
      expect(await findWindFile(db, file.id)).toEqual({ ...before, engine: "10.0.0" });
    } finally {
      at().context.core = core;
    }
    expect((await at().call("GET", file.static_map!)).status).toBe(200);
  });

  it("that nobody took over is swept, with its address, after a while", async () => {
    const ada = await at().signUp();
    const { body: upload } = await ada.call("GET", "/api/windfiles/path/");
    await store(at(), upload, windLog());
    const { db, storage } = at().context;
    await sweepWindUploads(at().context);
    expect(await storage.open(upload.file_path)).not.toBeNull();
    await db
      .updateTable("wind_uploads")
      .set({ expires_at: new Date(0) })
      .where("key", "=", upload.file_path)
      .execute();
    await sweepWindUploads(at().context, 0);
    expect(await storage.open(upload.file_path)).toBeNull();
    expect(await db.selectFrom("wind_uploads").selectAll().where("key", "=", upload.file_path).execute()).toEqual([]);
  });
});
