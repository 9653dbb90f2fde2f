import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { RegattaResult } from "../reports/schema.ts";

const KIEL = { name: "Kieler Woche", start_date: "2026-06-20", end_date: "2026-06-24", number_competitors: 31 };

onEveryDatabase("a regatta report", (at) => {
  let ada: Person;
  let coach: Person;
  let stranger: Person;
  let track: number;
  const trackOf = async ({ session }: Person, boat_name: string) => {
    const { id } = await at()
      .context.db.insertInto("tracks")
      .values({
        user_id: session.user.id,
        boat_name,
        permissions: "PRIVATE",
        file_name: "a.gpx",
        source_key: `sources/${randomUUID()}.gpx`,
        source_bytes: 1,
        processing_status: 3,
        sort_time: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  beforeAll(async () => {
    [ada, coach, stranger] = [await at().signUp("Ada"), await at().signUp("Coach"), await at().signUp("Stranger")];
    const { db } = at().context;
    const team = await db.insertInto("teams").values({ name: "T" }).returning("id").executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE") => ({
      team_id: team.id,
      user_id: person.session.user.id,
      role,
    });
    await db
      .insertInto("team_members")
      .values([member(coach, "COACH"), member(ada, "ATHLETE")])
      .execute();
    track = await trackOf(ada, "49er");
  });
  const post = (by: Person, regatta_report: object, rest: object = {}) =>
    by.call("POST", "/api/journals/", { json: { regatta_report, ...rest } });
  const results = async (by: Person, query = "") =>
    (await by.call("GET", `/api/reports/results/${query}`)).body as RegattaResult[];

  it("has its competitors by account or by name, and the tracks that the reader may view", async () => {
    const competitor_results = [
      { user: coach.session.user.id, finish_position: 2 },
      { name: " Grace <b>Hopper</b> ", finish_position: 1 },
      { user: ada.session.user.id, name: "ignored", finish_position: 3 },
    ];
    const { status, body } = await post(ada, { ...KIEL, finish_position: 3, tracks: [track], competitor_results });
    expect([status, body.regatta_report]).toEqual([
      201,
      {
        ...KIEL,
        finish_position: 3,
        tracks: [track],
        competitor_results: [
          { user: coach.session.user.id, name: null, user_name: "Coach Lovelace", finish_position: 2 },
          { user: null, name: "Grace <b>Hopper</b>", user_name: "Grace <b>Hopper</b>", finish_position: 1 },
          { user: ada.session.user.id, name: null, user_name: "Ada Lovelace", finish_position: 3 },
        ],
      },
    ]);
    const shown = await coach.call("GET", `/api/journals/${body.id}/`);
    expect(shown.body.regatta_report.tracks).toEqual([track]);
    expect((await stranger.call("GET", `/api/journals/${body.id}/`)).status).toBe(404);
    const again = await ada.call("PUT", `/api/journals/${body.id}/`, { json: body });
    expect(again.body.regatta_report).toEqual(body.regatta_report);
    const removed = await ada.call("PUT", `/api/journals/${body.id}/`, { json: { content: "a" } });
    expect(removed.body.regatta_report).toBeNull();
    await ada.call("DELETE", `/api/journals/${body.id}/`);
  });

  it("needs no name; then it needs no number of competitors either", async () => {
    const { status, body } = await post(ada, { start_date: "2020-01-01", end_date: "2020-01-01" });
    expect([status, body.regatta_report]).toMatchObject([
      201,
      { name: null, number_competitors: null, finish_position: null },
    ]);
  });

  it("is refused with every error at its field", async () => {
    const { status, body } = await post(ada, {
      name: "Kieler Woche",
      finish_position: 0,
      competitor_results: [{ name: "A", finish_position: 1 }, { finish_position: 0 }, { name: "B" }],
    });
    const dates = ["Choose the first and the last day of the regatta."];
    expect([status, body]).toEqual([
      400,
      {
        "regatta_report.start_date": dates,
        "regatta_report.end_date": dates,
        "regatta_report.number_competitors": ["Number of competitors required"],
        "regatta_report.finish_position": ["Write a whole number, 1 or more."],
        "regatta_report.competitor_results.1.name": ["Choose a member of your teams or write a name."],
        "regatta_report.competitor_results.1.finish_position": ["Write a whole number, 1 or more."],
        "regatta_report.competitor_results.2.finish_position": ["Write the position of each competitor."],
      },
    ]);
  });

  it.each([
    [{ number_competitors: 0 }, "number_competitors", "Write a whole number, 1 or more."],
    [{ number_competitors: 1.5 }, "number_competitors", "Write a whole number, 1 or more."],
    [{ finish_position: 32 }, "finish_position", "There are fewer competitors than this position."],
    [{ end_date: "2026-06-19" }, "end_date", "The regatta ends before it begins."],
    [{ start_date: "20.6.2026" }, "start_date", "Write dates as YYYY-MM-DD."],
    [{ tracks: [2 ** 31 - 1] }, "tracks", "One of these tracks does not exist, or is not shared with you."],
  ])("is refused for %j with a message", async (change, field, sentence) => {
    const { status, body } = await post(ada, { ...KIEL, ...change });
    expect([status, body]).toEqual([400, { [`regatta_report.${field}`]: [sentence] }]);
  });

  it("takes no account of somebody outside the author's teams, whether it exists or not", async () => {
    const answers = [];
    for (const user of [stranger.session.user.id, 2 ** 31 - 1]) {
      const { status, body } = await post(ada, { ...KIEL, competitor_results: [{ user, finish_position: 1 }] });
      answers.push([status, body]);
    }
    const field = "regatta_report.competitor_results.0.user";
    expect(answers[0]).toEqual([400, { [field]: ["Choose a member of your teams or write a name."] }]);
    expect(answers[1]).toEqual(answers[0]);
  });

  it("keeps a competitor who has left the team since", async () => {
    const { db } = at().context;
    const gone = await at().signUp("Gone");
    const user_id = gone.session.user.id;
    const { team_id } = await db.selectFrom("team_members").select("team_id").executeTakeFirstOrThrow();
    await db.insertInto("team_members").values({ team_id, user_id, role: "ATHLETE" }).execute();
    const made = (await post(ada, { ...KIEL, competitor_results: [{ user: user_id, finish_position: 1 }] })).body;
    await db.deleteFrom("team_members").where("user_id", "=", user_id).execute();
    const again = await ada.call("PUT", `/api/journals/${made.id}/`, { json: made });
    expect([again.status, again.body.regatta_report]).toEqual([200, made.regatta_report]);
  });

  it("gives results by date, each regatta once, filtered by days, class and person", async () => {
    const one = await at().signUp("One");
    const { db } = at().context;
    const { team_id } = await db.selectFrom("team_members").select("team_id").executeTakeFirstOrThrow();
    const user_id = one.session.user.id;
    await db.insertInto("team_members").values({ team_id, user_id, role: "ATHLETE" }).execute();
    expect(await results(one)).toEqual([]);
    const laser = await trackOf(one, "Laser");
    const skiff = await trackOf(coach, "49er");
    const own = (await post(one, { ...KIEL, finish_position: 5, tracks: [laser] }, { track: laser })).body;
    const spring = { name: "Spring", start_date: "2026-04-01", end_date: "2026-04-02", number_competitors: 9 };
    const named = [{ user: user_id, finish_position: 2 }];
    await post(coach, {
      ...KIEL,
      name: "kieler woche",
      finish_position: 1,
      competitor_results: [{ ...named[0], finish_position: 6 }],
    });
    const coached = (await post(coach, { ...spring, competitor_results: named, tracks: [skiff] })).body;
    await post(one, { ...spring, name: "No position" });
    const kiel = {
      date: "2026-06-24",
      pos: 5,
      num_competitors: 31,
      regatta_name: "Kieler Woche",
      regatta_start: "2026-06-20",
      regatta_end: "2026-06-24",
      journal_id: own.id,
      track_ids: [laser],
    };
    const of_spring = {
      date: "2026-04-02",
      pos: 2,
      num_competitors: 9,
      regatta_name: "Spring",
      regatta_start: "2026-04-01",
      regatta_end: "2026-04-02",
      journal_id: coached.id,
      track_ids: [skiff],
    };
    expect(await results(one)).toEqual([of_spring, kiel]);
    expect(await results(one, "?start=2026-06-24&end=2026-06-24")).toEqual([kiel]);
    expect(await results(one, "?end=2026-06-23")).toEqual([of_spring]);
    expect(await results(one, "?class=Laser")).toEqual([kiel]);
    expect(await results(one, "?class=470")).toEqual([]);
    expect((await stranger.call("GET", `/api/reports/results/?user=${user_id}`)).status).toBe(403);
    await db.updateTable("users").set({ role: 1 }).where("id", "=", stranger.session.user.id).execute();
    expect(await results(stranger, `?user=${user_id}`)).toEqual([of_spring, kiel]);
  });
});
