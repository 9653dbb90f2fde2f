import type { StraightAnalysis as EngineAnalysis, FileAnalysis } from "@leebow/core";
import { loadCore } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import type { StraightAnalysis, Track, TrackDetail, TrackSegment, UserTag } from "../../app/contract.ts";
import { selectionHash } from "./queries.ts";

const FILE = "formula-kite-palma.vakaros.csv";

onEveryDatabase("a straight-line analysis", (at) => {
  let ada: Person;
  let coach: Person;
  let track: Track;
  let straights: TrackSegment[];
  let report: FileAnalysis;
  let id: number;
  beforeAll(async () => {
    ada = await at().signUp();
    coach = await at().signUp("Coach");
    track = await ada.upload(FILE, readFixture(FILE), { boat_name: "Formula Kite" });
    const detail = (await ada.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail;
    straights = detail.segments.filter(({ label }) => label === "S");
    report = (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.files[0];
  });

  const create = (json: object, person = ada) =>
    person.call("POST", "/api/straights/", {
      json: { track: track.id, segments: straights.map((s) => s.id), ...json },
    });
  const read = async (rest = "", person = ada): Promise<StraightAnalysis> => {
    const { status, body } = await person.call("GET", `/api/straights/${id}/${rest}`);
    expect(status).toBe(200);
    return body;
  };
  const engine = async (): Promise<EngineAnalysis> => {
    const core = await loadCore();
    const analysis = await core.analyze({ name: FILE, bytes: readFixture(FILE) }, { boat_class: "Formula Kite" });
    const segments = report.straights.map(({ name, start, end }) => ({ name, start, end, tags: [] }));
    return core.straight_analysis(analysis.columns, { segments });
  };

  it("is made of chosen straights, and the same choice leads to the analysis that exists", async () => {
    const made = await create({ name: " Heel " });
    expect(made.status).toBe(201);
    id = made.body.id;
    const again = await create({ segments: straights.map((s) => s.id).reverse(), name: "Other" });
    expect([again.status, again.body]).toEqual([
      409,
      { id, detail: "There is already an analysis of these straights.", code: "already_exists" },
    ]);
    expect((await create({ segments: [straights[0]!.id, straights[0]!.id] })).status).toBe(201);
    expect((await create({ segments: [straights[0]!.id] })).status).toBe(409);
    expect((await create({}, coach)).status).toBe(201);
    const five = await Promise.all(Array.from({ length: 5 }, () => create({ segments: [straights[1]!.id] })));
    expect(five.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(new Set(five.map(({ body }) => body.id)).size).toBe(1);
    expect(selectionHash([2, 1])).toBe(selectionHash([1, 2, 2]));
  });

  it("has the numbers of the engine, by the names of the straights", async () => {
    const body = await read();
    expect(body).toMatchObject({
      id,
      track_id: track.id,
      user: ada.session.user.id,
      name: "Heel",
      can: { edit: true, tag: true },
    });
    const expected = await engine();
    expect(Object.keys(body.segments)).toEqual(expected.segments.map(({ name }) => name));
    expect(body.tables).toEqual(expected.tables);
    for (const line of expected.segments) {
      const segment = body.segments[line.name]!;
      const value = (column: string) => line.columns.find((one) => one.column === column)?.value;
      expect(segment).toMatchObject({
        start_time: line.start_time,
        end_time: line.end_time,
        duration_s: line.duration_s,
      });
      expect(segment.avgs).toMatchObject({ sog: value("sog"), cog: value("cog"), heel: value("heel") });
      expect(segment.stds).toEqual({ heel: value("heel_std"), cog: value("cog_std") });
      expect(segment.travels).toEqual({ heel: value("heel_travel"), pitch: value("pitch_travel") });
      expect(segment.rhythm).toEqual(line.sog_lag);
      expect(segment.sog_lag).toEqual(Object.fromEntries(line.sog_lag.map((lag) => [lag.variable, lag.lag_s])));
    }
    expect(body.all_segments!.rhythm).toEqual(expected.sog_lag);
  });

  it("has the points of each straight and of all together, or none on request", async () => {
    const body = await read();
    for (const { name, start, end } of report.straights) {
      const points = body.segments[name]!.trackpoints;
      expect([points[0]!.id, points.length]).toEqual([start, end - start]);
      expect(points[0]!.metrics).toHaveProperty("sog");
      expect(points[0]!.metrics).not.toHaveProperty("turn_rate");
    }
    const ids = body.all_segments!.trackpoints.map((point) => point.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids).toHaveLength(report.straights.reduce((sum, { start, end }) => sum + end - start, 0));
    const short = await read("?notrackpoints=true");
    expect(short.all_segments!.trackpoints).toEqual([]);
    expect(short.tables).toEqual(body.tables);
  });

  it("is narrowed to a window of time, clamped to the straights", async () => {
    const [first] = report.straights;
    const middle = new Date((Date.parse(first!.start_time) + Date.parse(first!.end_time)) / 2).toISOString();
    const query = new URLSearchParams({ start_time: "2001-01-01T00:00:00Z", end_time: middle, notrackpoints: "true" });
    const body = await read(`selection/?${query}`);
    expect(Object.keys(body.segments)).toEqual([first!.name]);
    expect(body.segments[first!.name]).toMatchObject({ start_time: first!.start_time, end_time: middle });
    expect(body.tables[0]!.rows.map((row) => row.of)).toEqual(["all", "segment"]);
    const { body: same } = await ada.call("GET", `/api/straights/${id}/selection/?${query}`);
    expect(same).toEqual(body);
    const none = await read("selection/?start_time=2001-01-01T00:00:00Z&end_time=2001-01-02T00:00:00Z");
    expect(none).toMatchObject({ segments: {}, all_segments: null, tables: [] });
  });

  it("has a row for each tag, and is narrowed to the straights with one of some tags", async () => {
    const tag: UserTag = (await ada.call("POST", "/api/user-tags/", { json: { value: "flat" } })).body.tag;
    const tagged = straights.slice(0, 2);
    for (const segment of tagged) {
      await ada.call("POST", `/api/segments/${segment.id}/tags/`, { json: { tag_id: tag.id, track: track.id } });
    }
    const body = await read("?notrackpoints=true");
    expect(body.segments[tagged[0]!.seg_name]!.tags).toEqual([tag]);
    expect(body.tables[0]!.rows.filter((row) => row.of === "tag").map((row) => row.name)).toEqual(["flat"]);
    const part = await read(`selection/?tag_ids=${tag.id}&notrackpoints=true`);
    expect(Object.keys(part.segments)).toEqual(tagged.map((segment) => segment.seg_name));
    expect((await read(`selection/?tag_ids=${tag.id}`, coach)).segments).toEqual({});
  });

  it.each([
    "selection/",
    "selection/?start_time=2026-01-01T00:00:00Z",
    "selection/?start_time=2026-01-02T00:00:00Z&end_time=2026-01-01T00:00:00Z",
  ])("asks for a window or tags: %s", async (rest) => {
    const { status, body } = await ada.call("GET", `/api/straights/${id}/${rest}`);
    expect([status, body]).toEqual([
      400,
      { detail: "Choose a start_time and a later end_time, or tag_ids.", code: "bad_request" },
    ]);
  });

  it("correlates at least three columns over at least three straights", async () => {
    const corrs = async (rest: string, of = id) => (await ada.call("GET", `/api/straights/${of}/corrs/${rest}`)).body;
    const rows = await corrs("?vals=sog&vals=heel&vals=cog");
    expect(rows.map((row: { col1: string; col2: string }) => `${row.col1} ${row.col2}`)).toEqual([
      "sog heel",
      "sog cog",
      "heel cog",
    ]);
    expect((await corrs("")).length).toBeGreaterThan(3);
    expect(await corrs("?vals=sog&vals=heel")).toEqual([]);
    const { body } = await create({ segments: straights.slice(0, 2).map((s) => s.id) });
    expect(await corrs("", body.id)).toEqual([]);
    const tag: UserTag = (await ada.call("POST", "/api/user-tags/", { json: { value: "flat" } })).body.tag;
    expect(await corrs(`?tag_ids=${tag.id}`)).toEqual([]);
    expect(await corrs("?vals=password")).toEqual({ vals: ["There is no such column."] });
  });

  it("is found again in the list of its track: one's own, the sailor's, and by the sailor everybody's", async () => {
    const list = async (person = ada, of = track.id) =>
      (await person.call("GET", `/api/straights/?track=${of}`)).body.results;
    const makers = (rows: { maker: { id: number } }[]) => new Set(rows.map(({ maker }) => maker.id));
    const [ada_id, coach_id] = [ada.session.user.id, coach.session.user.id];
    expect(makers(await list())).toEqual(new Set([ada_id, coach_id]));
    expect(makers(await list(coach))).toEqual(new Set([ada_id, coach_id]));
    expect(makers(await list(await at().signUp("Visitor")))).toEqual(new Set([ada_id]));
    const rows = await list();
    expect(rows.at(-1)).toEqual({
      id,
      track_id: track.id,
      name: "Heel",
      maker: { id: ada_id, first_name: ada.session.user.first_name, last_name: ada.session.user.last_name },
      created: expect.any(String),
      straights: straights.length,
    });
    expect((await ada.call("GET", `/api/straights/?track=${2 ** 31 - 2}`)).status).toBe(404);
    expect((await ada.call("GET", "/api/straights/")).body).toEqual({ track: ["Name the track."] });
  });

  it("is not there for those whose list has it not, until a journal that they read refers to it", async () => {
    const visitor = await at().signUp("Visitor");
    const another = await at().signUp("Another");
    const segments = straights.slice(0, 3).map((s) => s.id);
    const { id: own } = (await create({ segments, name: "Secret of Eve" }, visitor)).body;
    const statuses = async (person: Person) =>
      Promise.all(
        ["", "selection/?tag_ids=1", "corrs/"].map(
          async (rest) => (await person.call("GET", `/api/straights/${own}/${rest}`)).status,
        ),
      );
    expect(await statuses(visitor)).toEqual([200, 200, 200]);
    expect(await statuses(ada)).toEqual([200, 200, 200]);
    expect(await statuses(another)).toEqual([404, 404, 404]);
    expect((await another.call("PATCH", `/api/straights/${own}/`, { json: { name: "x" } })).status).toBe(404);
    const entry = { content: "See this.", tags: [], track: track.id, jType: "straight", straight_analysis_id: own };
    expect((await another.call("POST", "/api/journals/", { json: entry })).body).toEqual({
      straight_analysis_id: ["This analysis does not exist, or is not shared with you."],
    });
    expect((await visitor.call("POST", "/api/journals/", { json: entry })).status).toBe(201);
    expect(await statuses(another)).toEqual([200, 200, 200]);
  });

  it("is renamed and deleted by who made it, and read by those who may view the track", async () => {
    const rename = (name: unknown, person = ada) => person.call("PATCH", `/api/straights/${id}/`, { json: { name } });
    expect((await rename("Light wind")).body).toEqual({ id, name: "Light wind" });
    expect((await rename("x", coach)).status).toBe(403);
    expect(await read("?notrackpoints=true", coach)).toMatchObject({
      name: "Light wind",
      can: { edit: false, tag: false },
    });
    expect((await rename("  ")).body.name).toBeNull();
    expect((await rename("x".repeat(101))).status).toBe(400);
    const own = (await create({ segments: straights.slice(1, 3).map((s) => s.id) })).body.id;
    expect((await coach.call("DELETE", `/api/straights/${own}/`)).status).toBe(403);
    expect((await ada.call("DELETE", `/api/straights/${own}/`)).status).toBe(204);
    expect((await ada.call("GET", `/api/straights/${own}/`)).status).toBe(404);
  });

  it("is named in the journal that refers to it, until it is deleted", async () => {
    const { id: own } = (await create({ segments: straights.slice(2, 4).map((s) => s.id), name: "Cant" })).body;
    const content = { content: "See this.", tags: [], track: track.id, jType: "straight", straight_analysis_id: own };
    const made = await ada.call("POST", "/api/journals/", { json: content });
    expect(made.body).toMatchObject({ straight_analysis_id: own, straight_analysis_name: "Cant" });
    const other = { ...content, straight_analysis_id: 2 ** 31 - 2 };
    expect((await ada.call("POST", "/api/journals/", { json: other })).body).toEqual({
      straight_analysis_id: ["This analysis does not exist, or is not shared with you."],
    });
    await ada.call("DELETE", `/api/straights/${own}/`);
    const { body } = await ada.call("GET", `/api/journals/${made.body.id}/`);
    expect(body).toMatchObject({ straight_analysis_id: null, straight_analysis_name: null });
  });

  it.each([
    ["no straights", { segments: [] }, { segments: ["Choose at least one straight."] }],
    ["segments nobody knows", { segments: [2 ** 31 - 2] }, { segments: ["Choose straights of this track."] }],
  ])("is not made of %s", async (_, json, errors) => {
    const { status, body } = await create(json);
    expect([status, body]).toEqual([400, errors]);
  });

  it("is not made of maneuvers, and not of a track that is not there", async () => {
    const { segments } = (await ada.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail;
    const tack = segments.find(({ label }) => label !== "S")!;
    expect((await create({ segments: [tack.id] })).body).toEqual({ segments: ["Choose straights of this track."] });
    expect((await create({ track: 2 ** 31 - 2 })).status).toBe(404);
  });

  it("keeps a straight that a later analysis does not find, at its former times", async () => {
    const [first] = straights;
    const { seg_name: name } = first!;
    const before = (await read()).segments[name]!;
    const { start_time, end_time } = before;
    const corrections = [{ action: "delete", kind: "straight", start_time, end_time }];
    await ada.call("PUT", `/api/tracks/${track.id}/corrections/`, { json: { corrections } });
    await processed(ada.call, track.id);
    const after = await read();
    expect(after.segments[`${name} (former)`]).toMatchObject({ id: first!.id, present: false, start_time, end_time });
    expect(after.segments[`${name} (former)`]!.trackpoints).toHaveLength(before.trackpoints.length);
    expect(Object.keys(after.segments)).toHaveLength(straights.length);
  });

  it("goes with its track", async () => {
    await ada.call("DELETE", `/api/tracks/${track.id}/`);
    expect((await ada.call("GET", `/api/straights/${id}/`)).status).toBe(404);
  });
});
