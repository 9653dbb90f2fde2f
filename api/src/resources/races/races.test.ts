import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { openEvents } from "../../../test/event-reader.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import { LIMITS } from "../../platform/limits.ts";

onEveryDatabase("races", (at) => {
  let coach: Person;
  let sailor: Person;
  let tracks: number[];
  let hidden: number;

  beforeAll(async () => {
    coach = await at().signUp("Coach");
    sailor = await at().signUp("Sailor");
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${coach.session.user.id}`.execute(
      at().context.db,
    );
    const { db } = at().context;
    const team = await db.insertInto("teams").values({ name: "T" }).returning("id").executeTakeFirstOrThrow();
    const member = { team_id: team.id, permissions: "COACH_ONLY", accepted: true } as const;
    // Two athletes: the coach of the races is not that of the sailor, and does not see what is private.
    await db
      .insertInto("team_members")
      .values([coach, sailor].map(({ session }) => ({ ...member, user_id: session.user.id, role: "ATHLETE" as const })))
      .execute();
    const upload = (by: Person, permissions: string) =>
      by.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser", permissions });
    const public_tracks = [
      await upload(sailor, "PUBLIC"),
      await upload(coach, "PUBLIC"),
      await upload(coach, "PUBLIC"),
    ];
    tracks = public_tracks.map(({ id }) => id);
    hidden = (await upload(sailor, "PRIVATE")).id;
  }, 120_000);

  const create = (json: object, by = coach) => by.call("POST", "/api/races/", { json });
  const newRace = async (ids = tracks.slice(0, 2)) => (await create({ tracks: ids })).body;

  it("are made by coaches, of at least two tracks they may view", async () => {
    const { status, body } = await create({ tracks: tracks.slice(0, 2), name: "  Sunday 1 " });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Sunday 1",
      user: { id: coach.session.user.id, first_name: "Coach", last_name: "Lovelace", profile_img: null },
      share_id: null,
      processing_status: 1,
      start_time: expect.stringMatching(/Z$/),
      tz: "Europe/London",
      location: expect.stringContaining("Weymouth"),
      can: { edit: true, share: true, revoke_share: true, delete: true },
    });
    expect(body.competitors.map((person: { id: number }) => person.id).sort()).toEqual(
      [coach.session.user.id, sailor.session.user.id].sort(),
    );
    expect((await create({ tracks: tracks.slice(0, 2) }, sailor)).status).toBe(403);
  });

  it.each([
    [{}, { tracks: ["Please select at least 2 tracks."] }],
    [{ tracks: [] }, { tracks: ["Please select at least 2 tracks."] }],
    [{ tracks: [1] }, { tracks: ["Please select at least 2 tracks."] }],
    [{ tracks: [1, 1] }, { tracks: ["Please select at least 2 tracks."] }],
    [{ tracks: Array.from({ length: LIMITS.race_tracks + 1 }, (_, i) => i + 1) }, { tracks: [expect.any(String)] }],
    [{ tracks: [1, 2], name: "x".repeat(101) }, { name: ["A name has 100 characters at most."] }],
  ])("are refused as %j", async (json, errors) => {
    expect(await create(json)).toMatchObject({ status: 400, body: errors });
  });

  it("have no track that their coach may not view: it is refused as one that does not exist", async () => {
    const [unknown, invisible] = [2 ** 31 - 2, hidden].map((id) => create({ tracks: [tracks[0]!, id] }));
    expect((await unknown!).body).toEqual({
      tracks: [`Track ${2 ** 31 - 2} does not exist, or is not shared with you.`],
    });
    expect((await invisible!).body).toEqual({ tracks: [`Track ${hidden} does not exist, or is not shared with you.`] });
  });

  it("are called after the latest one where nobody names them", async () => {
    const { id } = await newRace();
    expect((await newRace()).name).toBe(`Race ${id + 1}`);
    expect((await create({ tracks: tracks.slice(0, 2), name: " " })).body.name).toBe(`Race ${id + 2}`);
  });

  it("are renamed and given other tracks by their coach", async () => {
    const { id } = await newRace();
    const rename = (json: object, by = coach) => by.call("PATCH", `/api/races/${id}/`, { json });
    expect((await rename({ name: "Final" })).body).toMatchObject({ id, name: "Final" });
    expect((await rename({ name: " " })).body).toEqual({ name: ["Write a name for this race."] });
    expect((await rename({ name: "Mine" }, sailor)).status).toBe(403);
    const put = (json: object, by = coach) => by.call("PATCH", `/api/races/${id}/tracks/`, { json });
    const changed = await put({ race: id, tracks: [tracks[0], tracks[2]] });
    expect(changed.body.track_ids.sort()).toEqual([tracks[0], tracks[2]]);
    expect((await put({ tracks: [tracks[0]] })).body).toEqual({ tracks: ["Please select at least 2 tracks."] });
    expect((await put({ race: id + 1, tracks })).body).toEqual({ race: ["This is another race."] });
    expect((await put({ tracks }, sailor)).status).toBe(403);
  });

  it("are deleted by their coach, with their files; their tracks stay", async () => {
    const { id } = await newRace();
    const path = `/api/races/${id}/`;
    await coach.call("GET", path);
    expect((await sailor.call("DELETE", path)).status).toBe(403);
    expect((await coach.call("DELETE", path)).status).toBe(204);
    expect((await coach.call("GET", path)).body).toEqual({
      detail: "This race does not exist, or is not shared with you.",
      code: "not_found",
    });
    expect((await coach.call("GET", `/api/tracks/${tracks[0]}/?notrackpoints=true`)).status).toBe(200);
  });

  it("are seen by those who may view one of their tracks", async () => {
    const stranger = await at().signUp("Stranger");
    const { id } = await newRace(tracks.slice(1));
    expect((await stranger.call("GET", `/api/races/info/${id}/`)).body).toMatchObject({
      can: { edit: false, share: true },
    });
    const permit = (permissions: string) =>
      Promise.all(
        tracks.slice(1).map((track) => coach.call("PATCH", `/api/tracks/${track}/`, { json: { permissions } })),
      );
    await permit("PRIVATE");
    expect((await stranger.call("GET", `/api/races/info/${id}/`)).status).toBe(404);
    await permit("PUBLIC");
  });

  it("are listed newest first by pages, to their coach and their sailors", async () => {
    const { db } = at().context;
    const own = await at().signUp("Own");
    const user_id = own.session.user.id;
    // What the changes of tracks before this enqueued would compute these races, too.
    await waitForJobs(at());
    for (let i = 0; i < LIMITS.page_size + 5; i++) {
      const sort_time = new Date(Date.UTC(2020, 0, 1 + i));
      const values = { user_id, name: `Old ${i}`, processing_status: 3, sort_time };
      const { id } = await db.insertInto("races").values(values).returning("id").executeTakeFirstOrThrow();
      await db.insertInto("race_tracks").values({ race_id: id, track_id: tracks[0]! }).execute();
    }
    await db.insertInto("races").values({ user_id, name: "Without tracks" }).execute();
    const first = (await own.call("GET", "/api/races/")).body;
    expect(first.results).toHaveLength(LIMITS.page_size);
    expect(first.results[0].name).toBe(`Old ${LIMITS.page_size + 4}`);
    expect(first.previous).toBeNull();
    const second = (await own.call("GET", `/api/races/?cursor=${first.next}`)).body;
    expect(second.results.map((race: { name: string }) => race.name)).toEqual([
      "Old 4",
      "Old 3",
      "Old 2",
      "Old 1",
      "Old 0",
    ]);
    expect(second.next).toBeNull();
    const back = (await own.call("GET", `/api/races/?cursor=${second.previous}`)).body;
    expect(back.results).toEqual(first.results);
    expect((await sailor.call("GET", "/api/races/?owner=mine")).body.results[0].id).toEqual(expect.any(Number));
    expect((await own.call("GET", "/api/races/?cursor=x")).body).toEqual({
      cursor: ["This page is not known. Start from the first one."],
    });
    const nobody = await at().signUp("Newcomer");
    expect((await nobody.call("GET", "/api/races/")).body.results).toEqual([]);
  });

  it("are found by words of their name, place, coach and the sailors the viewer sees", async () => {
    const { id } = (await create({ tracks: [tracks[0], tracks[1]], name: "Portland Trophy 50%" })).body;
    const found = async (search: string, by = coach) => {
      const { body } = await by.call("GET", `/api/races/?search=${encodeURIComponent(search)}`);
      return body.results.some((race: { id: number }) => race.id === id);
    };
    for (const words of ["trophy portland", "weymouth", "coach", "SAILOR", "50%"])
      expect(await found(words)).toBe(true);
    for (const words of ["trophy kiel", "50_", "nobody"]) expect(await found(words)).toBe(false);
    const { body } = await coach.call("GET", "/api/races/?search=trophy");
    expect(body.next_name).toBe(`Race ${id + 1}`);
    expect((await at().call("GET", body.results[0].static_map)).headers.get("content-type")).toBe("image/png");
  });

  it("tell their coach and sailors what becomes of them", async () => {
    const stream = await openEvents(at(), sailor);
    await stream.next("ready");
    const { id } = await newRace();
    const event = (processing_status: number | null) => ({ type: "race", race_id: id, processing_status });
    // Those of earlier races may still come.
    const next = async (): Promise<object> => {
      const data = (await stream.next("race")).data as { race_id: number };
      return data.race_id === id ? data : next();
    };
    expect(await next()).toEqual(event(3));
    await coach.call("DELETE", `/api/races/${id}/`);
    expect(await next()).toEqual(event(null));
    await stream.close();
  });
});
