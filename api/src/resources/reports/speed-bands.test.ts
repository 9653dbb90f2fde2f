import { averagedOf, type FileAnalysis, mainBasis } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Track } from "../../app/contract.ts";
import type { ExpectedLoss, Improvement, ReportSessions, WindConditions } from "./schema.ts";

/** Three days of a Laser, whose speed upwind differs: fast, slow, middle. */
const UPWIND = [1, 0.75, 0.9];
const NO_CATEGORY = { Light: null, Sf: null, Df: null, Windy: null };

onEveryDatabase("the reports without a measured wind", (at) => {
  let ada: Person;
  let lasers: Track[];
  let short: Track;
  const reports: FileAnalysis[] = [];
  const means: number[] = [];

  beforeAll(async () => {
    ada = await at().signUp();
    const sailed = UPWIND.map((upwind_speed, day) =>
      sailedSession({
        seed: day,
        minutes: 40,
        start_time_ms: Date.parse("2026-06-01T10:00:00Z") + day * 86_400_000,
        sailing: { upwind_speed },
      }),
    );
    lasers = await Promise.all(sailed.map((bytes, day) => ada.upload(`${day}.gpx`, bytes, { boat_name: "Laser" })));
    short = await ada.upload("short.fit", readFixture("49er-kiel.fit"), { boat_name: "49er" });
    for (const { id } of lasers) {
      const { body } = await ada.call("GET", `/api/tracks/${id}/analysis/`);
      const row = await at()
        .context.db.selectFrom("track_facts")
        .select("session")
        .where("track_id", "=", id)
        .executeTakeFirstOrThrow();
      reports.push(body.files[0]);
      means.push(row.session!.quantities.find(({ code }) => code === "upwind_speed")!.mean);
    }
  });

  const get = async <Body>(path: string, by: Person = ada): Promise<Body> =>
    (await by.call("GET", `/api/reports/${path}`)).body;
  const bands = async (query = "", by = ada) =>
    new Map(
      (await get<ReportSessions>(`sessions/${query}`, by)).map(({ track_id, speed_band }) => [track_id, speed_band]),
    );
  const tacksOf = (day: number) => averagedOf(reports[day]!.maneuvers, "tack");
  const medianOf = (day: number, basis: string) => {
    const losses = tacksOf(day)
      .filter(({ loss_basis }) => loss_basis === basis)
      .flatMap(({ loss_og_m, loss_80_m }) => loss_og_m ?? loss_80_m ?? [])
      .sort((a, b) => a - b);
    expect(losses.length).toBeGreaterThanOrEqual(3);
    return (losses[(losses.length - 1) >> 1]! + losses[losses.length >> 1]!) / 2;
  };

  it("split the sessions of a class in thirds of their mean upwind speed, whatever the days of the report", async () => {
    const [fast, slow, middle] = lasers.map(({ id }) => id);
    const all = [
      [fast, "fast"],
      [slow, "slow"],
      [middle, "middle"],
    ] as const;
    expect(await bands()).toEqual(new Map([...all, [short.id, null]]));
    expect(await bands("?start=2026-06-02&end=2026-06-02")).toEqual(new Map([[slow, "slow"]]));
    const [of49er, ofLaser] = (await get<WindConditions>("windconditions/")).speed_bands;
    const none = { slow: 0, middle: 0, fast: 0 };
    expect(of49er).toMatchObject({ boat_class: "49er", slow_below_kn: null, fast_above_kn: null, time_in_bands: none });
    expect(ofLaser).toMatchObject({ boat_class: "Laser", sessions: 3 });
    expect(ofLaser!.slow_below_kn).toBeCloseTo(means[1]! + (2 / 3) * (means[2]! - means[1]!), 9);
    expect(ofLaser!.fast_above_kn).toBeCloseTo(means[2]! + (1 / 3) * (means[0]! - means[2]!), 9);
    const [fast_s, slow_s, middle_s] = reports.map(({ summary }) => summary.water_time_s);
    expect(ofLaser!.time_in_bands).toEqual({ slow: slow_s, middle: middle_s, fast: fast_s });
  });

  it("give the median loss of each day in the band of its sessions, of one basis", async () => {
    const main = mainBasis([0, 1, 2].flatMap(tacksOf))!;
    const days = await get<Improvement>("improvement/?tag=T&by=speed");
    const row = (day: number, band: string) => ({
      date: `2026-06-0${day + 1}`,
      track_ids: [lasers[day]!.id],
      ...NO_CATEGORY,
      ...{ slow: null, middle: null, fast: null, [band]: expect.closeTo(medianOf(day, main), 6) },
    });
    expect(days).toEqual([row(0, "fast"), row(1, "slow"), row(2, "middle")]);
    const other = main === "vmg" ? "speed" : "vmg";
    expect(await get(`improvement/?tag=T&by=speed&basis=${other}`)).not.toContainEqual(row(0, "fast"));
    expect(await get("improvement/?tag=T&by=speed&class=49er")).toEqual([]);
  });

  it("put losses over the entry speed on request, although the wind was measured", async () => {
    const { db } = at().context;
    await db.updateTable("maneuvers").set({ tws_kn: 10 }).where("track_id", "=", lasers[0]!.id).execute();
    expect((await get<ExpectedLoss>("expectedloss/?tag=T")).x).toBe("tws_kn");
    const { x, losses } = await get<ExpectedLoss>("expectedloss/?tag=T&by=speed");
    expect(x).toBe("entry_speed_kn");
    const { segment_id, entry_speed_kn } = await db
      .selectFrom("maneuvers")
      .select(["segment_id", "entry_speed_kn"])
      .where("segment_id", "=", losses[0]!.maneuver_id)
      .executeTakeFirstOrThrow();
    expect(losses[0]).toMatchObject({ maneuver_id: segment_id, x: entry_speed_kn });
    await db.updateTable("maneuvers").set({ tws_kn: null }).execute();
  });

  it("compare no session with tracks that the viewer may not view", async () => {
    const { db } = at().context;
    const ben = await at().signUp("Ben");
    const idOf = (person: Person) => person.session.user.id;
    const team = await db
      .insertInto("teams")
      .values({ name: "Kiel", created_by: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const member = { team_id: team.id, role: "ATHLETE", permissions: "COACH_ONLY" } as const;
    await db
      .insertInto("team_members")
      .values([ada, ben].map((person) => ({ ...member, user_id: idOf(person) })))
      .execute();
    await db.updateTable("users").set({ enabled_features: '["coach_tools"]' }).where("id", "=", idOf(ben)).execute();
    const setVisible = (id: number, permissions: "PUBLIC" | "PRIVATE") =>
      db.updateTable("tracks").set({ permissions }).where("id", "=", id).execute();
    for (const { id } of lasers) await setVisible(id, "PUBLIC");
    await at().context.events.flush();
    const [fast, slow, middle] = lasers.map(({ id }) => id);
    const query = `?user=${idOf(ada)}&class=Laser`;
    expect((await bands(query, ben)).get(slow!)).toBe("slow");
    await setVisible(middle!, "PRIVATE");
    expect(await bands(query, ben)).toEqual(
      new Map([
        [fast, null],
        [slow, null],
      ]),
    );
    const [thirds] = (await get<WindConditions>(`windconditions/${query}`, ben)).speed_bands;
    expect(thirds).toMatchObject({ sessions: 2, slow_below_kn: null, fast_above_kn: null });
  });

  it.each(["improvement/", "expectedloss/"])("refuse %s by anything else with a message", async (path) => {
    const { status, body } = await ada.call("GET", `/api/reports/${path}?tag=T&by=sail`);
    expect([status, body.by]).toEqual([400, ["by is wind or speed."]]);
  });
});
