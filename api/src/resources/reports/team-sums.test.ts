import { parquetReadObjects } from "hyparquet";
import { beforeAll, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Polar } from "../../app/contract.ts";

const START_MS = Date.parse("2026-06-01T10:00:00Z");
const DAY_MS = 86_400_000;

/** A session on so many days after the first of June, as a boat with a wind instrument records it. */
const session = (days: number): Uint8Array =>
  sailedSession({ minutes: 30, tws_kn: 10, seed: 90 + days, start_time_ms: START_MS + days * DAY_MS }, "nmea");

const rowsOf = (bytes: Uint8Array) => parquetReadObjects({ file: new Uint8Array(bytes).buffer });
const idOf = (person: Person) => person.session.user.id;

onEveryDatabase("what the athletes of a team sailed", (at) => {
  const people: Record<string, Person> = {};
  let team_id: number;

  const get = (by: string, path: string) => people[by]!.call("GET", `/api/reports/${path}`);
  const polar = async (by: string, query = ""): Promise<Polar> => {
    const { status, body } = await get(by, `polar/?team=${team_id}${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const sail = (name: string, days: number, permissions: "PUBLIC" | "PRIVATE" = "PUBLIC") =>
    people[name]!.upload(`${name}-${days}.nmea`, session(days), { boat_name: "Laser", permissions });

  beforeAll(async () => {
    for (const name of ["Grace", "Ada", "Ben", "New", "Stranger"]) people[name] = await at().signUp(name);
    const { db } = at().context;
    const insert = db.insertInto("teams").values({ name: "Kiel", created_by: null }).returning("id");
    team_id = (await insert.executeTakeFirstOrThrow()).id;
    for (const [name, role, permissions] of [
      ["Grace", "COACH", "ALL"],
      ["Ada", "ATHLETE", "COACH_ONLY"],
      ["Ben", "ATHLETE", "ALL"],
      ["New", "ATHLETE", "ALL"],
    ] as const)
      await db
        .insertInto("team_members")
        .values({ team_id, user_id: idOf(people[name]!), role, permissions, accepted: name !== "New" })
        .execute();
    const coaches = ["Grace", "Ben", "Stranger"].map((name) => idOf(people[name]!));
    const tools = { enabled_features: '["coach_tools"]' };
    await db.updateTable("users").set(tools).where("id", "in", coaches).execute();
    await at().context.events.flush();
    await sail("Ada", 0);
    await sail("Ada", 1, "PRIVATE");
    await sail("Ben", 2);
    // Neither has agreed to be an athlete of this team.
    await sail("New", 3);
    await sail("Stranger", 4);
  }, 240_000);

  it("is one polar, without a course over time that would change with who sailed", async () => {
    const { sessions, boat_class, bands, season } = await polar("Grace");
    expect([sessions, boat_class, season]).toEqual([3, "Laser", null]);
    const ofOne = async (name: string): Promise<Polar> =>
      (await get("Grace", `polar/?user=${idOf(people[name]!)}`)).body;
    const upwind_s = (of: Pick<Polar, "bands">) => of.bands.reduce((sum, { upwind }) => sum + (upwind?.time_s ?? 0), 0);
    expect(upwind_s({ bands })).toBeCloseTo(upwind_s(await ofOne("Ada")) + upwind_s(await ofOne("Ben")), 6);
    expect((await polar("Grace", "&class=49er")).sessions).toBe(0);
    expect((await polar("Grace", "&start=2026-06-02")).sessions).toBe(2);
  });

  it("has only the sessions that the reader may view", async () => {
    expect((await polar("Ben")).sessions).toBe(2);
    const files = async (by: string) =>
      (await rowsOf((await get(by, `season-data/?team=${team_id}`)).bytes)).map(({ file }) => file);
    expect(await files("Grace")).toEqual(["Ada-0.nmea", "Ada-1.nmea", "Ben-2.nmea"]);
    expect(await files("Ben")).toEqual(["Ada-0.nmea", "Ben-2.nmea"]);
  });

  it("names the athlete of each session in its file, which that of a person does not", async () => {
    const file = await get("Grace", `season-data/?team=${team_id}&end=2026-06-02`);
    expect(file.headers.get("content-disposition")).toContain(`leebow-season-team-${team_id}-2026.parquet`);
    const rows = await rowsOf(file.bytes);
    const { first_name, last_name } = people.Ada!.session.user;
    const ada = { athlete_id: idOf(people.Ada!), athlete: `${first_name} ${last_name}` };
    expect(rows.map(({ athlete_id, athlete }) => ({ athlete_id, athlete }))).toEqual([ada, ada]);
    const of_ben = await get("Ben", "season-data/");
    // Another file than the team's, also by its name.
    expect(of_ben.headers.get("content-disposition")).toContain("leebow-season-2026.parquet");
    const [own] = await rowsOf(of_ben.bytes);
    expect(Object.keys(own!)).not.toContain("athlete");
  });

  it("has its boat classes", async () => {
    await people.Ben!.upload("skiff.nmea", session(5), { boat_name: "49er" });
    expect((await get("Grace", `boatclasses/?team=${team_id}`)).body).toEqual(["49er", "Laser"]);
  });

  it("is for coaches of the team, and not of a person at the same time", async () => {
    for (const path of ["polar", "season-data", "boatclasses"]) {
      for (const by of ["Ada", "Stranger"]) expect((await get(by, `${path}/?team=${team_id}`)).status).toBe(403);
      const { status, body } = await get("Grace", `${path}/?team=${team_id}&user=${idOf(people.Ada!)}`);
      expect([status, body.team]).toEqual([
        400,
        ["A report is about a person or about a team: give one of user and team."],
      ]);
    }
  });
});
