import { afterAll, expect, it, vi } from "vitest";
import { onOwnServer, personOf } from "../../../test/test-server.ts";
import type {
  Journal,
  Race,
  Session,
  StraightAnalysis,
  StraightHead,
  Track,
  WindFile,
  WindReportHead,
} from "../../app/contract.ts";
import { DEMO, disableDemo, seedDemo } from "./seed.ts";
import { demoRecordings, RACE_BOATS, RENEW_AFTER_DAYS } from "./sessions.ts";

const DAY_MS = 24 * 3600 * 1000;
/** Months after the sessions that are stored with the engine. */
const NOW_MS = Date.UTC(2027, 4, 19, 6, 30);

onOwnServer("the demo account", (at) => {
  const signIn = async () => {
    const { body } = await at().call("POST", "/api/users/login/", {
      json: { email: DEMO.email, password: DEMO.password },
    });
    return personOf(at().call, body as Session);
  };
  const reader = async () => {
    const demo = await signIn();
    return async (path: string) => {
      const { status, body } = await demo.call("GET", path);
      expect(status, path).toBe(200);
      return body;
    };
  };
  const tracks = async () => (await (await reader())("/api/tracks/?owner=mine")).results as Track[];
  const names = (made: readonly { file_name: string }[]) => made.map((track) => track.file_name).sort();
  /** Of the months before, by the name of a track or a wind file. */
  const isOlder = (name: string) => /Training [2-9]/.test(name);
  const own = (now_ms: number) => demoRecordings(now_ms).filter(({ boat }) => boat === 0);
  /** No time is in the future or more than four weeks before the clock. */
  const expectRecent = (now_ms: number, times: readonly (string | null)[]) => {
    expect(times.length).toBeGreaterThan(0);
    for (const time of times) {
      expect(Date.parse(time!), time!).toBeLessThanOrEqual(now_ms);
      expect(Date.parse(time!), time!).toBeGreaterThan(now_ms - 28 * DAY_MS);
    }
  };
  afterAll(() => expect(at().errors).toEqual([]));

  it("has every feature, and recordings of the last weeks and months with place, wind and maneuvers", async () => {
    await seedDemo(at().context, NOW_MS);
    const demo = await signIn();
    expect(demo.session.user.enabled_features).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
    const made = await tracks();
    expect(names(made)).toEqual(names(own(NOW_MS)));
    for (const track of made) {
      expect(track).toMatchObject({ processing_status: 3, error: null });
      expect(track).toMatchObject({ location: expect.any(String), tz: expect.any(String) });
      expect(track.metric!.average_wind_direction).not.toBeNull();
      expect(track.metric!.tacks).toBeGreaterThan(0);
    }
    expectRecent(
      NOW_MS,
      made.flatMap(({ file_name, start_time, end_time }) => (isOlder(file_name) ? [] : [start_time, end_time])),
    );
  }, 240_000);

  it("has a race of six boats with a wind, a wind file and two reports on it", async () => {
    const read = await reader();
    const [race, ...others]: Race[] = (await read("/api/races/?owner=mine")).results;
    expect(others).toEqual([]);
    await vi.waitUntil(async () => (await read(`/api/races/info/${race!.id}/`)).processing_status === 3, 30_000);
    expect(new Set(race!.competitors.map(({ id }) => id)).size).toBe(RACE_BOATS);
    expectRecent(NOW_MS, [race!.start_time]);
    const [sailed, ...further] = (await read(`/api/races/${race!.id}/report/`)).report.races;
    // The fleet sails about from the first fix on: that is no start.
    expect(sailed.recalls).toEqual([]);
    expect(further).toEqual([]);
    expect(sailed.line.pin.basis).toBe("hand");
    expect(sailed.waypoints.map(({ kind }: { kind: string }) => kind)).toEqual([
      "line",
      ...Array(5).fill("mark"),
      "finish",
    ]);
    expect(sailed.boats.map(({ state }: { state: string }) => state)).toEqual(Array(RACE_BOATS).fill("finished"));
    const winds: WindFile[] = (await read("/api/windfiles/")).results;
    expectRecent(
      NOW_MS,
      winds.flatMap(({ original_name, start_time, end_time, time }) =>
        isOlder(original_name) ? [] : [start_time, end_time, time],
      ),
    );
    const raced = (await tracks()).find(({ file_name }) => file_name.includes("Race"))!;
    const reports: WindReportHead[] = await read(`/api/windfiles/${raced.wind_file}/reports/`);
    await vi.waitUntil(async () => (await read(`/api/windreports/${reports[1]!.id}/`)).metrics !== null, 30_000);
    const directions = await Promise.all(
      reports.map(async ({ id }) => (await read(`/api/windreports/${id}/`)).metrics.avg_twd),
    );
    expect(reports.map(({ name }) => name)).toEqual(["Before the shift", "After the shift"]);
    expect(directions[1] - directions[0]).toBeGreaterThan(4);
    expectRecent(
      NOW_MS,
      reports.flatMap(({ start_time, end_time }) => [start_time, end_time]),
    );
  }, 60_000);

  it("has a team, journal entries with tags, a photo and a reply, regatta reports, and tagged straights", async () => {
    const read = await reader();
    const [team, ...others] = await read("/api/teams/");
    expect(others).toEqual([]);
    expect([team.coaches.length, team.athletes.length]).toEqual([2, RACE_BOATS - 1]);
    const entries: Journal[] = (await read("/api/journals/")).results;
    const written = entries.map(({ created }) => created);
    expect(written).toEqual(written.toSorted().toReversed());
    expect(entries.every((entry) => entry.tags.length > 0)).toBe(true);
    expect(entries.flatMap(({ regatta_report }) => regatta_report ?? [])).toHaveLength(3);
    expect(entries.filter(({ race }) => race !== null)).toHaveLength(1);
    const kite = entries.find(({ jType }) => jType === "kite")!;
    const photo = await at().call("GET", kite.photos[0]!.file);
    expect([kite.kite_size, photo.status, photo.headers.get("content-type")]).toEqual(["15", 200, "image/webp"]);
    expectRecent(
      NOW_MS,
      entries.flatMap(({ created, modified, replies }) => [
        created,
        modified,
        ...replies.map((reply) => reply.created),
      ]),
    );
    const about = entries.find(({ jType }) => jType === "straight")!;
    expect(about.replies).toHaveLength(1);
    const raced = (await tracks()).find(({ file_name }) => file_name.includes("Race"))!;
    // What is written of the race is what its report says.
    const [race]: Race[] = (await read("/api/races/?owner=mine")).results;
    const { boats } = (await read(`/api/races/${race!.id}/report/`)).report.races[0];
    const { finish_position, number_competitors } = entries.find(({ content }) =>
      content.startsWith("Club Championship"),
    )!.regatta_report!;
    const own = boats.find(({ track }: { track: string }) => track === String(raced.id));
    expect([finish_position, number_competitors]).toEqual([own.place, boats.length]);
    const [of_race]: StraightHead[] = (await read(`/api/straights/?track=${raced.id}`)).results;
    for (const id of [about.straight_analysis_id, of_race!.id]) {
      const analysis: StraightAnalysis = await read(`/api/straights/${id}/?notrackpoints=true`);
      expect(Object.values(analysis.segments).filter(({ tags }) => tags.length > 0).length).toBeGreaterThan(2);
    }
  });

  it("has data in every panel of the dashboard", async () => {
    const read = await reader();
    const stats = await read("/api/reports/user/");
    expect(Math.min(stats.sessions, stats.water_time, stats.tacks, stats.gybes, stats.accelerations)).toBeGreaterThan(
      0,
    );
    const winds: number[] = Object.values((await read("/api/reports/windconditions/")).time_in_conditions);
    expect(winds.filter((time_s) => time_s > 0).length).toBeGreaterThan(2);
    for (const tag of ["T", "G"]) {
      expect((await read(`/api/reports/improvement/?tag=${tag}`)).length).toBeGreaterThan(3);
      const expected = await read(`/api/reports/expectedloss/?tag=${tag}`);
      expect([expected.losses.length > 10, expected.rline.length > 1]).toEqual([true, true]);
    }
    expect(await read("/api/reports/results/")).toHaveLength(3);
    expect((await read("/api/reports/records/")).length).toBeGreaterThan(3);
    const leaders: { time_on_water: number }[] = await read("/api/reports/leaderboard/");
    expect(leaders.filter(({ time_on_water }) => time_on_water > 0)).toHaveLength(RACE_BOATS);
  });

  it("has a debrief of its race that says first what its tacks cost, as the budget against the other boats does", async () => {
    const read = await reader();
    const raced = (await tracks()).find(({ file_name }) => file_name.includes("Race"))!;
    const { findings, budgets } = await read(`/api/tracks/${raced.id}/debrief/`);
    expect(findings[0].text).toMatch(
      /^Tacks cost \d+\.\d m each, \d+\.\d ± \d+\.\d m more than in your last seven sessions/,
    );
    const parts = budgets[0].bands[0].parts as { code: string; lost_m: number; sd_m: number }[];
    const tacks_cost = parts.find(({ code }) => code === "tacks")!;
    expect([budgets[0].reference, tacks_cost.lost_m > 3 * tacks_cost.sd_m]).toEqual(["fleet", true]);
  });

  it("has a season whose tacks cost less from month to month, and a polar with a target", async () => {
    const read = await reader();
    const { tack, months } = await read("/api/reports/season/");
    expect(months.length).toBeGreaterThanOrEqual(4);
    expect(tack.change.to_m).toBeLessThan(tack.change.from_m - tack.change.half_90_m);
    const polar = await read("/api/reports/polar/?class=49er");
    expect(JSON.stringify(polar)).toContain('"is_published":true');
  }, 60_000);

  it("is created once: a start some days later writes nothing", async () => {
    const before = await tracks();
    const { jobs, storage } = at().context;
    const untouched = vi.fn(() => Promise.reject(new Error("unexpected write")));
    const { receive } = storage;
    const { enqueue } = jobs;
    Object.assign(storage, { receive: untouched });
    Object.assign(jobs, { enqueue: untouched });
    const journals = async () => (await reader())("/api/journals/");
    const written = await journals();
    await seedDemo(at().context, NOW_MS + RENEW_AFTER_DAYS * DAY_MS);
    expect(await journals()).toEqual(written);
    Object.assign(storage, { receive });
    Object.assign(jobs, { enqueue });
    expect(untouched).not.toHaveBeenCalled();
    expect(await tracks()).toEqual(before);
  });

  it("is closed on a start without --demo, and opened again by one with it", async () => {
    const { db } = at().context;
    const demo = await signIn();
    const login = () =>
      at().call("POST", "/api/users/login/", { json: { email: DEMO.email, password: DEMO.password } });
    await disableDemo(db);
    expect((await demo.call("GET", "/api/users/me/")).status).toBe(401);
    const refused = await login();
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/do not belong together/)]);
    await seedDemo(at().context, NOW_MS);
    expect((await login()).status).toBe(200);
  });

  it("gets back on the next start what is missing, and keeps what the user has uploaded when months have passed", async () => {
    const demo = await signIn();
    const [first] = await tracks();
    expect((await demo.call("DELETE", `/api/tracks/${first!.id}/`)).status).toBe(204);
    await demo.upload("own.gpx", await ownRecording());
    await seedDemo(at().context, NOW_MS);
    expect(names(await tracks())).toEqual(names([...own(NOW_MS), { file_name: "own.gpx" }]));

    const later_ms = NOW_MS + 100 * DAY_MS;
    await seedDemo(at().context, later_ms);
    const made = await tracks();
    expect(names(made)).toEqual(names([...own(later_ms), { file_name: "own.gpx" }]));
    expectRecent(
      later_ms,
      made.flatMap(({ file_name, start_time }) => (file_name === "own.gpx" || isOlder(file_name) ? [] : [start_time])),
    );
    const read = await reader();
    expect((await read("/api/races/?owner=mine")).results).toHaveLength(1);
    const entries: Journal[] = (await read("/api/journals/")).results;
    expect(new Set(entries.map(({ content }) => content)).size).toBe(entries.length);
  }, 240_000);
});

async function ownRecording(): Promise<Uint8Array> {
  const { fleetBoat } = await import("../../../test/fleet-boat.ts");
  return fleetBoat({ seed: 5, minutes: 12 });
}
