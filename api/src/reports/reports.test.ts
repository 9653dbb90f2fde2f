import type { FileAnalysis, SegmentKind } from "@leebow/core";
import { averagedOf, dashboard, mainBasis, sessionOf } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, describe, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Track } from "../contract.ts";
import { canViewReportsOf } from "./policy.ts";

describe("the users whose reports a viewer may read", () => {
  const person = (id: number, role: number | null = null) => ({ id, role }) as unknown as Viewer;
  it("are the viewer, and for an administrator every user", () => {
    expect([person(1), person(2), person(3, 2), person(4, 1)].map((viewer) => canViewReportsOf(viewer, 1))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

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

  it("give the time by wind category, and only the total without measured wind", async () => {
    const { body } = await get("windconditions/");
    const { total_time_s, time_in_conditions_s } = dashboard.wind_conditions(own());
    expect(body).toEqual({ total_time: total_time_s, time_in_conditions: time_in_conditions_s });
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
        dashboard.improvement(kind, own(kind)).map(({ date }) => date),
      );
      const expected = dashboard.expected_loss(kind, own(kind));
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

  it("rank users by hours on the water", async () => {
    const [row] = (await get("leaderboard/")).body;
    expect(row).toMatchObject({ first_name: "Ada", last_name: "Lovelace", profile_img: null });
    expect(row.time_on_water).toBeCloseTo(
      (reports[0]!.summary.water_time_s + reports[1]!.summary.water_time_s) / 3600,
      6,
    );
  });

  it("list the classes of the viewer's tracks", async () => {
    expect((await get("boatclasses/")).body).toEqual(["49er", "Laser"]);
  });

  it("give the numbers of another user to administrators only", async () => {
    const other = await at().signUp("Grace");
    expect((await other.call("GET", "/api/reports/user/")).body.sessions).toBe(0);
    const path = `/api/reports/user/?user=${ada.session.user.id}`;
    expect((await other.call("GET", path)).status).toBe(403);
    await at().context.db.updateTable("users").set({ role: 1 }).where("id", "=", other.session.user.id).execute();
    expect((await other.call("GET", path)).body.sessions).toBe(2);
  });

  it.each([
    ["user/?start=yesterday", "start", "Write dates as YYYY-MM-DD."],
    ["user/?class=Canoe", "class", "This boat class is not known."],
    ["user/?user=me", "user", "user is the number of a person."],
    ["improvement/?tag=B", "tag", "tag is T for tacks or G for gybes."],
    ["improvement/?tag=T&basis=polar", "basis", "basis is vmg or speed."],
    ["expectedloss/", "tag", "tag is T for tacks or G for gybes."],
  ])("refuse %s with a message", async (path, field, sentence) => {
    const { status, body } = await get(path);
    expect([status, body[field]]).toEqual([400, [sentence]]);
  });
});
