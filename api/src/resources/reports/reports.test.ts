import type { FileAnalysis, SegmentKind } from "@leebow/core";
import { averagedOf, dashboard, mainBasis, sessionOf } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { readXlsx } from "hucre/xlsx";
import { parquetReadObjects } from "hyparquet";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import { LIMITS, type Track } from "../../app/contract.ts";
import { storeMissingFacts } from "../tracks/store-missing-facts.ts";
import { PARQUET_TYPE } from "./schema.ts";

const rowsOf = (bytes: Uint8Array) => parquetReadObjects({ file: new Uint8Array(bytes).buffer });

/** Seconds in each category of wind, without a measured wind. */
const NO_WIND = { Light: 0, Sf: 0, Df: 0, Windy: 0 };

onEveryDatabase("the report calls", (at) => {
  let ada: Person;
  let skiff: Track;
  let dinghy: Track;
  const reports: FileAnalysis[] = [];

  beforeAll(async () => {
    ada = await at().signUp();
    skiff = await ada.upload("kiel.fit", readFixture("49er-kiel.fit"), { boat_name: "49er" });
    dinghy = await ada.upload("weymouth.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    await ada.upload("text.gpx", readFixture("broken/no-positions.gpx"));
    for (const { id } of [skiff, dinghy])
      reports.push((await ada.call("GET", `/api/tracks/${id}/analysis/`)).body.files[0]);
  });

  const setUser = (person: Person, changes: { enabled_features?: string; role?: number }) =>
    at().context.db.updateTable("users").set(changes).where("id", "=", person.session.user.id).execute();
  const get = (path: string) => ada.call("GET", `/api/reports/${path}`);
  const own = (kind: SegmentKind = "tack") => {
    const basis = mainBasis(reports.flatMap(({ maneuvers }) => averagedOf(maneuvers, kind))) ?? "vmg";
    return reports.map((report) => sessionOf(report, report.start_time.slice(0, 10), basis));
  };
  const sum = (of: (track: Track) => number) => of(skiff) + of(dinghy);

  it("add up sessions, time and maneuvers of all analysed tracks", async () => {
    const { body } = await get("user/");
    expect(body).toMatchObject({
      sessions: 2,
      tacks: sum((t) => t.metric!.tacks),
      gybes: sum((t) => t.metric!.gybes),
      sets: sum((t) => t.metric!.sets),
    });
    expect(body.water_time).toBeCloseTo(reports[0]!.summary.water_time_s + reports[1]!.summary.water_time_s, 6);
  });

  it("filter by boat class and by days, first and last included", async () => {
    const day = reports[0]!.start_time.slice(0, 10);
    expect((await get("user/?class=49er")).body).toMatchObject({ sessions: 1, tacks: skiff.metric!.tacks });
    expect((await get(`user/?start=${day}&end=${day}`)).body.sessions).toBeGreaterThan(0);
    expect((await get("user/?end=2001-01-01")).body).toMatchObject({ sessions: 0, water_time: 0, tacks: 0 });
  });

  it.each([
    ["/api/reports/user/", "", { sessions: 1 }],
    ["/api/reports/windconditions/", "", { total_time: expect.any(Number), time_in_conditions: NO_WIND }],
    ["/api/reports/improvement/", "&tag=T", expect.any(Array)],
    ["/api/reports/improvement/", "&tag=G", expect.any(Array)],
    ["/api/reports/expectedloss/", "&tag=T", { losses: expect.any(Array), rline: expect.any(Array) }],
    ["/api/reports/leaderboard/", "", [{ first_name: "Ada", time_on_water: expect.any(Number) }]],
    ["/api/reports/results/", "", []],
    ["/api/reports/daily/", "", null],
  ])("answer %s with the filters start, end, class and user%s", async (path, more, body) => {
    const day = reports[0]!.start_time.slice(0, 10);
    const filters = `start=${day}&end=${day}&class=49er&user=${ada.session.user.id}`;
    const answer = await ada.call("GET", `${path}?${filters}${more}`);
    expect([answer.status, answer.body]).toMatchObject([200, body]);
  });

  it("give the time by wind category, and only the total without measured wind", async () => {
    const { body } = await get("windconditions/");
    const { total_time_s, time_in_conditions_s } = await dashboard.wind_conditions(own());
    expect(body).toMatchObject({ total_time: total_time_s, time_in_conditions: time_in_conditions_s });
    expect(body.total_time).toBeCloseTo(reports[0]!.summary.water_time_s + reports[1]!.summary.water_time_s, 6);
  });

  it("give the losses of tacks and gybes over time and over wind as the engine computes them", async () => {
    for (const [tag, kind] of [
      ["T", "tack"],
      ["G", "gybe"],
    ] as const) {
      const [over_time, over_wind] = [
        (await get(`improvement/?tag=${tag}`)).body,
        (await get(`expectedloss/?tag=${tag}`)).body,
      ];
      expect(over_time.map(({ date }: { date: string }) => date)).toEqual(
        (await dashboard.improvement(kind, own(kind))).map(({ date }) => date),
      );
      const expected = await dashboard.expected_loss(kind, own(kind));
      expect(over_wind.losses.map(({ loss }: { loss: number }) => loss)).toEqual(
        expected.losses.map(({ loss }) => loss),
      );
      expect(over_wind.regression).toEqual(expected.regression);
    }
  });

  it("never mix losses along the wind with losses by speed", async () => {
    const inBasis = async (basis: string) => (await get(`expectedloss/?tag=G&basis=${basis}`)).body;
    const gybes = reports.flatMap(({ maneuvers }) => averagedOf(maneuvers, "gybe"));
    const lossesOf = (basis: string) =>
      gybes.filter(({ loss_basis }) => loss_basis === basis).map(({ loss_80_m, loss_og_m }) => loss_og_m ?? loss_80_m);
    for (const basis of ["vmg", "speed"] as const) {
      const { losses, loss_basis } = await inBasis(basis);
      expect(loss_basis).toBe(basis);
      expect(lossesOf(basis)).toEqual(expect.arrayContaining(losses.map(({ loss }: { loss: number }) => loss)));
    }
    expect((await get("expectedloss/?tag=G")).body.loss_basis).toBe(mainBasis(gybes));
  });

  it("name the sessions behind each figure, newest first, so that they add up to it", async () => {
    const { body: sessions } = await get("sessions/");
    expect(sessions.map(({ track_id }: { track_id: number }) => track_id)).toEqual(
      [skiff, dinghy].sort((a, b) => (a.start_time! < b.start_time! ? 1 : -1)).map(({ id }) => id),
    );
    const { body: stats } = await get("user/");
    for (const field of ["water_time", "tacks", "gybes", "accelerations", "sets", "douses"]) {
      const total = sessions.reduce((all: number, one: Record<string, number>) => all + one[field]!, 0);
      expect(total).toBeCloseTo(stats[field], 6);
    }
    const { time_in_conditions } = (await get("windconditions/")).body;
    for (const category of ["Light", "Sf", "Df", "Windy"]) {
      const all = sessions.map(
        (one: { time_in_conditions: Record<string, number> }) => one.time_in_conditions[category],
      );
      expect(all.reduce((a: number, b: number) => a + b, 0)).toBeCloseTo(time_in_conditions[category], 6);
    }
    expect((await get("sessions/?class=49er")).body).toMatchObject([{ track_id: skiff.id, boat_class: "49er" }]);
    expect((await get("sessions/?end=2001-01-01")).body).toEqual([]);
  });

  it("name track and maneuver of each loss, and the sessions of each day", async () => {
    for (const tag of ["T", "G"]) {
      const { losses, x } = (await get(`expectedloss/?tag=${tag}`)).body;
      expect(losses.length).toBeGreaterThan(0);
      for (const { track_id, maneuver_id, loss, ...point } of losses) {
        const { maneuvers } = (await ada.call("GET", `/api/tracks/${track_id}/analysis/`)).body.files[0];
        const maneuver = maneuvers.find(({ id }: { id: number }) => id === maneuver_id);
        expect(maneuver.loss_og_m ?? maneuver.loss_80_m).toBeCloseTo(loss, 9);
        expect(maneuver[x]).toBeCloseTo(point.x, 9);
      }
      for (const { date, track_ids } of (await get(`improvement/?tag=${tag}`)).body) {
        const known = [skiff, dinghy].map(({ id }) => id);
        expect(track_ids.length).toBeGreaterThan(0);
        expect(known).toEqual(expect.arrayContaining(track_ids));
        expect(reports.map((report) => report.start_time.slice(0, 10))).toContain(date);
      }
    }
  });

  it("give the fastest of each speed record with its session", async () => {
    const { body } = await get("records/");
    const [first, second] = reports.map(({ records }) => records.best_10_s);
    const best = (first?.speed_kn ?? 0) >= (second?.speed_kn ?? 0) ? first! : second!;
    const track_id = best === first ? skiff.id : dinghy.id;
    const { speed_kn, error_kn, start_time } = best;
    expect(body).toContainEqual(
      expect.objectContaining({ record: "best_10_s", speed_kn, error_kn, start_time, track_id }),
    );
    const names = body.map(({ record }: { record: string }) => record);
    expect(new Set(names).size).toBe(names.length);
    expect((await get("records/?end=2001-01-01")).body).toEqual([]);
    const ofDinghy = (await get("records/?class=Laser")).body;
    expect(ofDinghy.every((row: { track_id: number }) => row.track_id === dinghy.id)).toBe(true);
  });

  it("give the records of sessions that were analysed before these were stored", async () => {
    const { db } = at().context;
    const { body: before } = await get("records/");
    // The server's own job of its start would store them.
    await waitForJobs(at());
    await db.updateTable("track_facts").set({ records: null }).execute();
    expect((await get("records/")).body).toEqual([]);
    await storeMissingFacts(at().context);
    expect((await get("records/")).body).toEqual(before);
  });

  it("rank users by hours on the water", async () => {
    const [row] = (await get("leaderboard/")).body;
    expect(row).toMatchObject({ first_name: "Ada", last_name: "Lovelace", profile_img: null });
    expect(row.time_on_water).toBeCloseTo(
      (reports[0]!.summary.water_time_s + reports[1]!.summary.water_time_s) / 3600,
      6,
    );
  });

  it("list the classes of the viewer's tracks", async () => {
    expect((await ada.call("GET", "/api/reports/boatclasses/")).body).toEqual(["49er", "Laser"]);
  });

  it("give the numbers of another user to administrators only, where no team joins them", async () => {
    const other = await at().signUp("Grace");
    expect((await other.call("GET", "/api/reports/user/")).body.sessions).toBe(0);
    const path = `/api/reports/user/?user=${ada.session.user.id}`;
    expect((await other.call("GET", path)).status).toBe(403);
    await setUser(other, { enabled_features: '["coach_tools"]' });
    expect((await other.call("GET", path)).status).toBe(403);
    await setUser(other, { enabled_features: "[]", role: 1 });
    expect((await other.call("GET", path)).body.sessions).toBe(2);
  });

  it("are a workbook by day and by session, with inert texts", async () => {
    await ada.upload("=cmd|' x'!A1.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const answer = await get("daily/?class=Laser");
    expect(answer.headers.get("content-disposition")).toContain("report.xlsx");
    const [days, sessions] = (await readXlsx(answer.bytes)).sheets;
    expect([days!.name, sessions!.name]).toEqual(["Days", "Sessions"]);
    const cell = (sheet: typeof days, row: number, header: string) =>
      sheet!.rows[row]![sheet!.rows[0]!.indexOf(header)] ?? null;
    const of = dinghy.metric!;
    expect(days!.rows).toHaveLength(2);
    expect(cell(days, 1, "Date")).toBe(reports[1]!.start_time.slice(0, 10));
    expect([cell(days, 1, "Sessions"), cell(days, 1, "Tacks")]).toEqual([2, 2 * of.tacks]);
    expect(cell(days, 1, "Time on the water (h)")).toBeCloseTo((2 * reports[1]!.summary.water_time_s) / 3600, 6);
    expect(cell(days, 1, "Distance (mi)")).toBeCloseTo(2 * of.distance * 0.0006213712, 6);
    const tacks = averagedOf(reports[1]!.maneuvers, "tack");
    for (const [basis, header] of [
      ["vmg", "Median tack loss along the wind (m)"],
      ["speed", "Median tack loss by speed (m)"],
    ] as const) {
      const losses = tacks.filter(({ loss_basis }) => loss_basis === basis).map((m) => m.loss_og_m ?? m.loss_80_m);
      const known = losses.filter((loss) => loss !== null).sort((a, b) => a - b);
      const middle = known.length > 0 ? (known[(known.length - 1) >> 1]! + known[known.length >> 1]!) / 2 : null;
      if (middle === null) expect(cell(days, 1, header)).toBeNull();
      else expect(cell(days, 1, header)).toBeCloseTo(middle, 6);
    }
    expect(sessions!.rows.slice(1).map((_, i) => cell(sessions, i + 1, "File"))).toEqual(
      expect.arrayContaining(["weymouth.gpx", "'=cmd|' x'!A1.gpx"]),
    );
    expect(cell(sessions, 1, "Sailor")).toBe("Ada Lovelace");
    const empty = (await readXlsx((await get("daily/?end=2001-01-01")).bytes)).sheets[0]!;
    expect(empty.rows).toHaveLength(1);
  });

  it("are a workbook of the last days alone that have not too many sessions, each day as a whole", async () => {
    const grace = await at().signUp("Grace");
    const { id } = grace.session.user;
    const { db } = at().context;
    // Two sessions a day: with an odd one on the last day, the limit is inside of a day.
    const count = LIMITS.daily_report_sessions + 4;
    await sql`insert into tracks (user_id, boat_name, permissions, file_name, source_key, source_bytes, processing_status,
        sort_time, tz, result_key, engine, max_speed_kn)
      select ${id}::integer, '49er', 'PUBLIC', n || '.gpx', 'sources/daily-' || n, 1, 3,
        timestamptz '2015-01-01 12:00Z' + (n / 2) * interval '1 day' + (n % 2) * interval '1 hour', 'Europe/Berlin',
        'results/daily-' || n, 'generated', n % 40
      from generate_series(0, ${count}::integer) as n`.execute(db);
    await sql`insert into track_facts (track_id, user_id, result_key, start_time, local_date, boat_class, water_time_s,
        tacks, gybes, accelerations, sets, douses, light_s, sf_s, df_s, windy_s)
      select id, user_id, result_key, sort_time, sort_time::date, boat_name, 3600, 3, 0, 0, 0, 0, 0, 0, 0, 0
      from tracks where user_id = ${id}::integer`.execute(db);
    const { bytes } = await grace.call("GET", "/api/reports/daily/");
    const [days, sessions] = (await readXlsx(bytes)).sheets.map(({ rows }) => rows.slice(1));
    expect(sessions).toHaveLength(LIMITS.daily_report_sessions - 1);
    expect(days!.map((row) => row[1])).toEqual([...days!.slice(1).map(() => 2), 1]);
    expect(days!.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(sessions!.length);
    expect(sessions!.at(-1)).toContain(`${count}.gpx`);
    expect(sessions!.at(-1)![1]).toMatch(/^1[34]:00$/);
  }, 60_000);

  it("are a Parquet file with a row a session, its tacks, gybes and straights in lists", async () => {
    const answer = await get("season-data/?class=49er");
    const [report] = reports as [FileAnalysis];
    const year = report.start_time.slice(0, 4);
    expect(answer.headers.get("content-type")).toBe(PARQUET_TYPE);
    expect(answer.headers.get("content-disposition")).toContain(`leebow-season-${year}.parquet`);
    const [row, ...others] = await rowsOf(answer.bytes);
    expect(others).toEqual([]);
    const { summary, records, sha256 } = report;
    expect(row).toMatchObject({
      track_id: skiff.id,
      file: "kiel.fit",
      boat_class: "49er",
      input_sha256: sha256,
      engine: at().context.core.version,
      start: new Date(report.start_time),
      hours: summary.water_time_s / 3600,
      distance_m: summary.distance_m,
      tack_count: summary.tacks,
      best_500_m_kn: records.best_500_m!.speed_kn,
    });
    const lossesIn = (list: { loss_80_m: number | null }[]) => list.map(({ loss_80_m }) => loss_80_m);
    for (const [kind, list] of [
      ["tack", row!.tacks],
      ["gybe", row!.gybes],
    ])
      expect(lossesIn(list)).toEqual(lossesIn(report.maneuvers.filter((maneuver) => maneuver.kind === kind)));
    expect(row!.straights.map(({ vmg_kn }: Record<string, unknown>) => vmg_kn)).toEqual(
      report.straights.map(({ vmg_kn }) => vmg_kn),
    );
    expect(row!.tack_loss_m).toBeGreaterThan(Math.min(...lossesIn(row!.tacks).filter((loss) => loss !== null)));
    const empty = await get("season-data/?end=2001-01-01");
    expect(await rowsOf(empty.bytes)).toEqual([]);
    expect(empty.headers.get("content-disposition")).toContain("leebow-season.parquet");
  });

  it.each([
    ["user/?start=yesterday", "start", "Write dates as YYYY-MM-DD."],
    ["user/?class=Canoe", "class", '"Canoe" is not a boat class Leebow knows. Choose "Other" for it.'],
    ["user/?user=me", "user", "user is the number of a person."],
    ["improvement/?tag=B", "tag", "tag is T for tacks or G for gybes."],
    ["improvement/?tag=T&basis=polar", "basis", "basis is vmg or speed."],
    ["expectedloss/", "tag", "tag is T for tacks or G for gybes."],
  ])("refuse %s with a message", async (path, field, sentence) => {
    const { status, body } = await get(path);
    expect([status, body[field]]).toEqual([400, [sentence]]);
  });
});

onEveryDatabase("the reports of a team", (at) => {
  const idOf = (person: Person) => person.session.user.id;
  const people: Record<string, Person> = {};
  let water_time_s: number;

  beforeAll(async () => {
    for (const name of ["Ada", "Ben", "Grace", "Stranger"]) people[name] = await at().signUp(name);
    const { db } = at().context;
    const join = async (...members: [string, "COACH" | "ATHLETE", "ALL" | "COACH_ONLY"][]) => {
      const { id } = await db
        .insertInto("teams")
        .values({ name: "Kiel", created_by: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const [name, role, permissions] of members) {
        await db
          .insertInto("team_members")
          .values({ team_id: id, user_id: idOf(people[name]!), role, permissions })
          .execute();
      }
    };
    await join(["Grace", "COACH", "ALL"], ["Ada", "ATHLETE", "COACH_ONLY"], ["Ben", "ATHLETE", "ALL"]);
    await join(["Grace", "COACH", "ALL"], ["Ada", "ATHLETE", "COACH_ONLY"]);
    await join(["Ada", "COACH", "ALL"], ["Stranger", "ATHLETE", "ALL"]);
    const source = readFixture("ilca-weymouth.gpx");
    await people.Ada!.upload("a.gpx", source, { boat_name: "Laser", permissions: "PUBLIC" });
    await people.Ada!.upload("b.gpx", source, { boat_name: "Laser", permissions: "PRIVATE" });
    const track = await people.Ben!.upload("c.gpx", source, { boat_name: "Laser", permissions: "PRIVATE" });
    const { body } = await people.Ben!.call("GET", `/api/tracks/${track.id}/analysis/`);
    water_time_s = body.files[0].summary.water_time_s;
  });

  const rows = async (by: string, query = "") =>
    ((await people[by]!.call("GET", `/api/reports/leaderboard/${query}`)).body as Record<string, unknown>[]).map(
      ({ first_name, time_on_water }) => [first_name, Math.round(((time_on_water as number) * 3600) / water_time_s)],
    );

  it("rank its members, each once, by the sessions that the viewer may view", async () => {
    expect(await rows("Grace")).toEqual([
      ["Ada", 2],
      ["Ben", 1],
      ["Grace", 0],
    ]);
    expect(new Map((await rows("Ben")) as [string, number][])).toEqual(
      new Map([
        ["Ada", 1],
        ["Ben", 1],
        ["Grace", 0],
      ]),
    );
    expect((await rows("Ada"))[0]).toEqual(["Ada", 2]);
    expect((await rows("Ada")).map(([name]) => name).sort()).toEqual(["Ada", "Ben", "Grace", "Stranger"]);
    expect(await rows("Grace", "?class=49er")).toEqual([
      ["Ada", 0],
      ["Ben", 0],
      ["Grace", 0],
    ]);
  });

  it("are read as a teammate with coach_tools alone, and name only members of the viewer's own teams", async () => {
    const { Grace, Ada, Ben } = people as Record<string, Person>;
    const as = (by: Person, whom: Person, path = "user/") => by.call("GET", `/api/reports/${path}?user=${idOf(whom)}`);
    expect((await as(Grace!, Ada!)).status).toBe(403);
    const { db } = at().context;
    const coach_tools = { enabled_features: '["coach_tools"]' };
    await db.updateTable("users").set(coach_tools).where("id", "in", [Grace!, Ben!].map(idOf)).execute();
    await at().context.events.flush();
    expect((await as(Grace!, Ada!)).body.sessions).toBe(2);
    // What Ada shows to coaches only is not counted for a teammate.
    expect((await as(Ben!, Ada!)).body.sessions).toBe(1);
    // Nor is it in the file of the season.
    const inFile = async (by: Person) =>
      (await rowsOf((await as(by, Ada!, "season-data/")).bytes)).map((row) => row.file);
    expect([await inFile(Grace!), await inFile(Ben!)]).toEqual([["a.gpx", "b.gpx"], ["a.gpx"]]);
    expect((await as(Grace!, people.Stranger!, "season-data/")).status).toBe(403);
    // An administrator gives a reason before a private track opens; the file would open it without one.
    const root = await at().signUp("Root");
    await at().context.db.updateTable("users").set({ role: 1 }).where("id", "=", idOf(root)).execute();
    expect(await inFile(root)).toEqual(["a.gpx"]);
    expect((await as(Grace!, people.Stranger!)).status).toBe(403);
    expect((await rows("Grace", `?user=${idOf(Ada!)}`)).map(([name]) => name).sort()).toEqual(["Ada", "Ben", "Grace"]);
    expect((await as(Grace!, Ada!, "daily/")).status).toBe(200);
    expect((await as(Grace!, people.Stranger!, "daily/")).status).toBe(403);
  });
});
