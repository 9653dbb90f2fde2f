import type { SessionLosses } from "@leebow/core";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Season, SeasonTeam } from "./season-schema.ts";

/** A session as the facts of a track have it. */
interface Sailed {
  date: string;
  /** Losses of its tacks, m. */
  tacks?: number[];
  wind_category?: string | null;
  upwind_speed_kn?: number;
  boat_class?: string;
  permissions?: "PUBLIC" | "PRIVATE";
  best_10_s_kn?: number;
  loss_basis?: "vmg" | "speed";
}

/** Stores the facts of analysed sessions of two hours and 10 km. */
async function sail(db: Db, user_id: number, sessions: readonly Sailed[]): Promise<void> {
  const rows = sessions.map(({ date, tacks = [], wind_category = null, upwind_speed_kn: mean, ...one }, n) => ({
    n,
    date,
    tacks: tacks.length,
    start: `${date}T10:00:00Z`,
    boat_class: one.boat_class ?? "Laser",
    permissions: one.permissions ?? "PUBLIC",
    losses: {
      tack: { vmg: [], speed: [], [one.loss_basis ?? "vmg"]: tacks },
      gybe: { vmg: [], speed: [] },
    } satisfies SessionLosses,
    session: { wind_category, quantities: mean === undefined ? [] : [{ code: "upwind_speed", mean }] },
    records: one.best_10_s_kn
      ? { best_10_s: { speed_kn: one.best_10_s_kn, error_kn: 0.1, start_time: `${date}T10:20:00Z` } }
      : {},
  }));
  await sql`with sailed as materialized (
      select nextval('tracks_id_seq')::integer as id, one.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (n integer, date date, tacks integer, start timestamptz,
        boat_class text, permissions text, losses jsonb, session jsonb, records jsonb)
    ), made as (
      insert into tracks (id, user_id, boat_name, permissions, file_name, source_key, source_bytes, processing_status,
        start_time, sort_time, tz, local_date, location, distance_m, result_key)
      overriding system value
      select id, ${user_id}, boat_class, permissions, 'a.gpx', gen_random_uuid()::text, 1, 3, start, start, 'UTC', date,
        'Valencia', 10000, 'none' from sailed
    )
    insert into track_facts (track_id, user_id, result_key, start_time, local_date, boat_class, water_time_s, tacks, gybes,
      accelerations, sets, douses, light_s, sf_s, df_s, windy_s, records, session, losses)
    select id, ${user_id}, 'none', start, date, boat_class, 7200, tacks, 0, 0, 0, 0, 0, 0, 0, 0, records, session, losses
    from sailed`.execute(db);
}

/** So many losses evenly about a median. */
const around = (median_m: number, count = 10) =>
  Array.from({ length: count }, (_, n) => median_m + ((n + 0.5) / count - 0.5) * 4);

const idOf = (person: Person) => person.session.user.id;

onEveryDatabase("the season of a person", (at) => {
  let marta: Person;
  const season = async (query = ""): Promise<Season> =>
    (await marta.call("GET", `/api/reports/season/?user=${idOf(marta)}${query}`)).body;

  beforeAll(async () => {
    marta = await at().signUp("Marta");
    await sail(at().context.db, idOf(marta), [
      { date: "2026-03-07", tacks: around(8), best_10_s_kn: 10 },
      { date: "2026-03-08", tacks: around(8.2), wind_category: "Light" },
      { date: "2026-04-04", tacks: around(4, 9), best_10_s_kn: 12 },
      { date: "2026-05-02", tacks: around(6) },
      { date: "2026-05-02", tacks: around(6.2), wind_category: "Light", boat_class: "49er" },
      // Losses of another basis are no part of the medians.
      { date: "2026-05-03", tacks: around(90, 5), loss_basis: "speed" },
    ]);
  });

  it("adds up its days and months, and names the sessions of each day", async () => {
    const { days, months } = await season();
    expect(days.map(({ date, sessions, tacks }) => [date, sessions.length, tacks])).toEqual([
      ["2026-03-07", 1, 10],
      ["2026-03-08", 1, 10],
      ["2026-04-04", 1, 9],
      ["2026-05-02", 2, 20],
      ["2026-05-03", 1, 5],
    ]);
    expect(days[3]).toMatchObject({
      water_time_s: 14_400,
      distance_m: 20_000,
      sessions: [{ location: "Valencia" }, {}],
    });
    expect(months).toEqual([
      { month: "2026-03", sessions: 2, water_time_s: 14_400, distance_m: 20_000 },
      { month: "2026-04", sessions: 1, water_time_s: 7200, distance_m: 10_000 },
      { month: "2026-05", sessions: 3, water_time_s: 21_600, distance_m: 30_000 },
    ]);
  });

  it("tells of which of their own sessions a part is left out, and of nobody else's", async () => {
    const { db } = at().context;
    const [ben] = [await at().signUp("Ben")];
    const [first] = (await season()).days[0]!.sessions;
    await db.updateTable("tracks").set({ recorded_s: 9000 }).where("id", "=", first!.track_id).execute();
    const of = ({ days }: Season) => days.flatMap(({ sessions }) => sessions.filter((one) => one.has_left_out));
    expect(of(await season()).map(({ track_id }) => track_id)).toEqual([first!.track_id]);
    const { status, body } = await ben.call("GET", `/api/reports/season/?user=${idOf(marta)}`);
    expect(status === 200 ? of(body) : []).toEqual([]);
  });

  it("has the quartiles of the losses of each month, and the change between the months with ten turns", async () => {
    const { tack, gybe } = await season();
    expect(tack.loss_basis).toBe("vmg");
    expect(tack.months.map(({ month, count }) => [month, count])).toEqual([
      ["2026-03", 20],
      ["2026-04", 9],
      ["2026-05", 20],
    ]);
    const [march, , may] = tack.months;
    expect(march!.median_m).toBeCloseTo(8.1, 6);
    expect([march!.lower_m, march!.upper_m].map((value) => Math.round(value))).toEqual([7, 9]);
    expect(tack.change).toMatchObject({ from: "2026-03", to: "2026-05", from_m: march!.median_m, to_m: may!.median_m });
    // 4 m / (2 √20) of each month, Student's t of two pairs of sessions is 2.92.
    expect(Math.abs(tack.change!.half_90_m - 2.92 * Math.SQRT2 * 0.447)).toBeLessThan(0.15);
    expect(gybe).toEqual({ loss_basis: null, months: [], change: null });
  });

  it("holds for days, months, losses and bests what the filters choose", async () => {
    expect((await season("&start=2026-05-01&class=49er")).months).toMatchObject([{ month: "2026-05", sessions: 1 }]);
    const light = await season("&wind=Light");
    expect(light.days.map(({ date }) => date)).toEqual(["2026-03-08", "2026-05-02"]);
    expect(light.tack.months.map(({ count }) => count)).toEqual([10, 10]);
    expect(light.tack.change).toBeNull();
    expect(light.bests).toEqual([]);
    expect((await season()).bests).toMatchObject([{ record: "best_10_s", speed_kn: 12, date: "2026-04-04" }]);
    expect((await season("&end=2026-03-31")).bests).toMatchObject([{ speed_kn: 10 }]);
    const answer = await marta.call("GET", "/api/reports/season/?wind=Storm");
    expect([answer.status, answer.body.wind]).toEqual([400, ["This wind is not known."]]);
  });

  it("puts sessions without wind speed in the thirds of the boat's own upwind speed, which are those of the reports", async () => {
    const ines = await at().signUp("Ines");
    const speeds = [4.1, 3.9, 4.6, 4.4, 5.2, 5];
    const sessions = speeds.map((upwind_speed_kn, day) => ({ date: `2026-06-0${day + 1}`, upwind_speed_kn }));
    await sail(at().context.db, idOf(ines), [
      ...sessions,
      { date: "2026-06-09", wind_category: "Windy", upwind_speed_kn: 5 },
    ]);
    const get = async (query: string) => (await ines.call("GET", `/api/reports/season/${query}`)).body as Season;
    expect((await get("")).winds).toEqual([
      { wind: "Windy", sessions: 1, from_kn: null, to_kn: null },
      { wind: "upwind_slow", sessions: 2, from_kn: 3.9, to_kn: 4.1 },
      { wind: "upwind_middle", sessions: 3, from_kn: 4.4, to_kn: 5 },
      { wind: "upwind_fast", sessions: 1, from_kn: 5.2, to_kn: 5.2 },
    ]);
    expect((await get("?wind=upwind_fast")).days.map(({ date }) => date)).toEqual(["2026-06-05"]);
    // A session keeps its third when other days are asked for.
    expect((await get("?start=2026-06-05&end=2026-06-05")).winds).toMatchObject([{ wind: "upwind_fast", sessions: 1 }]);
  });
});

onEveryDatabase("the season of a team", (at) => {
  const people: Record<string, Person> = {};
  let team_id: number;
  const ask = (by: string, query = "", id = team_id) =>
    people[by]!.call("GET", `/api/reports/season-team/?team=${id}${query}`);
  const seen = async (by: string, query = ""): Promise<SeasonTeam> => (await ask(by, query)).body;

  beforeAll(async () => {
    for (const name of ["Grace", "Ada", "Ben", "New", "Stranger"]) people[name] = await at().signUp(name);
    const { db } = at().context;
    const insert = db.insertInto("teams").values({ name: "Snipe Valencia", created_by: null }).returning("id");
    team_id = (await insert.executeTakeFirstOrThrow()).id;
    const member = (name: string, role: "COACH" | "ATHLETE", permissions: "ALL" | "COACH_ONLY", accepted = true) =>
      db
        .insertInto("team_members")
        .values({ team_id, user_id: idOf(people[name]!), role, permissions, accepted })
        .execute();
    await member("Grace", "COACH", "ALL");
    await member("Ada", "ATHLETE", "COACH_ONLY");
    await member("Ben", "ATHLETE", "ALL");
    await member("New", "ATHLETE", "ALL", false);
    const months = ["01", "02", "03", "04", "05"];
    const falling = months.flatMap((month, n) =>
      [10, 20].map((day) => ({ date: `2026-${month}-${day}`, tacks: around(8 - 0.5 * n + day / 100, 20) })),
    );
    await sail(db, idOf(people.Ada!), falling);
    await sail(db, idOf(people.Ben!), [{ date: "2026-05-20", tacks: around(6, 8) }]);
    await sail(db, idOf(people.New!), [{ date: "2026-05-21" }]);
    const tools = { enabled_features: '["coach_tools"]' };
    const coaches = ["Grace", "Ben", "Stranger"].map((name) => idOf(people[name]!));
    await db.updateTable("users").set(tools).where("id", "in", coaches).execute();
    await at().context.events.flush();
  });

  it("has a row for each athlete who has agreed, with the trend of the monthly median loss", async () => {
    const { name, athletes, days, boat_classes } = await seen("Grace");
    expect([name, boat_classes]).toEqual(["Snipe Valencia", ["Laser"]]);
    const [ada, ben] = athletes;
    expect(athletes.map(({ first_name }) => first_name)).toEqual(["Ada", "Ben"]);
    expect(ada).toMatchObject({ sessions: 10, water_time_s: 72_000, tacks: 200, last_date: "2026-05-20" });
    expect(ada!.months.map(({ month }) => month)).toHaveLength(5);
    expect(ada!.trend!.slope_m).toBeCloseTo(-0.5, 2);
    expect(ada!.trend!.half_90_m).toBeLessThan(0.3);
    expect(ada!.loss!.median_m).toBeCloseTo(7.15, 1);
    // Eight tacks are too few.
    expect(ben).toMatchObject({ sessions: 1, tacks: 8, loss: null, months: [], trend: null });
    expect(days).toHaveLength(10);
    expect(days.at(-1)).toEqual({ date: "2026-05-20", athletes: 2, water_time_s: 14_400 });
  });

  it("is the same with and without private sessions that the viewer may not view", async () => {
    const [coach, teammate] = [await seen("Grace"), await seen("Ben")];
    expect(teammate).toEqual(coach);
    await sail(at().context.db, idOf(people.Ada!), [
      { date: "2026-06-01", tacks: around(40, 30), permissions: "PRIVATE", boat_class: "49er", wind_category: "Windy" },
    ]);
    expect(await seen("Ben")).toEqual(teammate);
    const after = await seen("Grace");
    expect(after.athletes[0]).toMatchObject({ sessions: 11, last_date: "2026-06-01" });
    expect(after.boat_classes).toEqual(["49er", "Laser"]);
    expect((await seen("Ben", "&class=49er")).athletes.map(({ sessions }) => sessions)).toEqual([0, 0]);
    const adas = async (by: string): Promise<Season> =>
      (await people[by]!.call("GET", `/api/reports/season/?user=${idOf(people.Ada!)}`)).body;
    expect((await adas("Ben")).days).toHaveLength(10);
    expect((await adas("Ben")).winds).toEqual([]);
    expect((await adas("Grace")).days).toHaveLength(11);
  });

  it("is for members with coach_tools alone, who do not learn whether another team is", async () => {
    expect((await ask("Grace")).status).toBe(200);
    expect((await ask("Ada")).status).toBe(403);
    const [of_others, of_none] = [await ask("Stranger"), await ask("Stranger", "", 999_999)];
    expect([of_others.status, of_none.status]).toEqual([403, 403]);
    expect(of_others.body).toEqual(of_none.body);
  });
});
