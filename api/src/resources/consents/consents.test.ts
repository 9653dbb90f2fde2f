import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { waitForJobs } from "../../../test/world.ts";
import type { Race, RaceConsent, SharedBoats } from "../../app/contract.ts";

const FILE = "ilca-weymouth.gpx";

onEveryDatabase("the share link of a race with other people's private tracks", (at) => {
  let coach: Person;
  let ada: Person;
  let ben: Person;
  /** The coach's and Ben's are PUBLIC, Ada's is PRIVATE and shown to her coach. */
  let tracks: { coach: number; ada: number; ben: number };

  beforeAll(async () => {
    [coach, ada, ben] = [await at().signUp("Coach"), await at().signUp("Ada"), await at().signUp("Ben")];
    const { db } = at().context;
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${coach.session.user.id}`.execute(db);
    const team = await db.insertInto("teams").values({ name: "Lasers" }).returning("id").executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE") =>
      ({ team_id: team.id, user_id: person.session.user.id, role, accepted: true }) as const;
    await db
      .insertInto("team_members")
      .values([member(coach, "COACH"), member(ada, "ATHLETE")])
      .execute();
    const upload = async (person: Person, permissions: string) =>
      (await person.upload(FILE, readFixture(FILE), { boat_name: "Laser", permissions })).id;
    tracks = {
      coach: await upload(coach, "PUBLIC"),
      ada: await upload(ada, "PRIVATE"),
      ben: await upload(ben, "PUBLIC"),
    };
  }, 120_000);

  const newRace = async (ids: number[] = Object.values(tracks)): Promise<number> => {
    const { id } = (await coach.call("POST", "/api/races/", { json: { tracks: ids } })).body as Race;
    await until(async () => (await coach.call("GET", `/api/races/info/${id}/`)).body.processing_status === 3);
    return id;
  };
  const share = async (id: number) => (await coach.call("POST", `/api/races/${id}/share/`, { json: {} })).body.share_id;
  const boats = async (id: number): Promise<SharedBoats> =>
    (await coach.call("GET", `/api/races/${id}/share/boats/`)).body;
  const stateOf = async (id: number, person = ada) =>
    (await boats(id)).boats.find(({ user }) => user.id === person.session.user.id)!.state;
  const ask = (id: number, person = ada) =>
    coach.call("POST", `/api/races/${id}/share/boats/`, { json: { user_id: person.session.user.id } });
  const answer = (id: number, allow: boolean | null, person = ada) =>
    person.call("PUT", `/api/race-consents/${id}/`, { json: { allow } });
  /** The mails of today are those of yesterday. */
  const aDayPasses = () =>
    sql`update rate_limits set last_request = last_request - 86400001 where key like 'consent question%'`.execute(
      at().context.db,
    );
  const consents = async (person = ada): Promise<RaceConsent[]> =>
    (await person.call("GET", "/api/race-consents/")).body.results;
  const ofRace = async (id: number) => (await consents()).filter(({ race }) => race.id === id);

  /** Everything that the link shows of a track. */
  async function shown(id: number, share_id: string, track: number) {
    const get = (path: string) => at().call("GET", `/api${path}?share_id=${share_id}`);
    const [info, wind, race, journals] = [
      await get(`/races/info/${id}/`),
      await get(`/races/wind/${id}/`),
      await get(`/races/${id}/`),
      await get(`/races/${id}/journal/`),
    ];
    for (const { status } of [info, wind, race, journals]) expect(status).toBe(200);
    return {
      info: info.body.track_ids.includes(track),
      wind: wind.body.tracks.some((one: { id: number }) => one.id === track),
      points: race.body.track.some((boat: { track_ids: number[] }) => boat.track_ids.includes(track)),
      columns: (await get(`/races/${id}/tracks/${track}/columns/`)).status === 200,
      analysis: (await get(`/races/${id}/tracks/${track}/analysis/`)).status === 200,
      named: JSON.stringify([info.body, wind.body, race.body, journals.body]).includes('"Ada"'),
    };
  }
  const ALL = { info: true, wind: true, points: true, columns: true, analysis: true, named: true };
  const NOTHING = { info: false, wind: false, points: false, columns: false, analysis: false, named: false };

  it("shows nothing of them until their owner agrees, and nothing again when the owner withdraws", async () => {
    const id = await newRace();
    const share_id = await share(id);
    expect(await shown(id, share_id, tracks.ada)).toEqual(NOTHING);
    expect(await shown(id, share_id, tracks.ben)).toMatchObject({ info: true, columns: true });
    expect((await ask(id)).status).toBe(200);
    expect(await shown(id, share_id, tracks.ada)).toEqual(NOTHING);
    expect((await answer(id, true)).body).toMatchObject({ state: "agreed", race: { id } });
    expect(await shown(id, share_id, tracks.ada)).toEqual(ALL);
    expect((await answer(id, false)).body).toMatchObject({ state: "refused" });
    expect(await shown(id, share_id, tracks.ada)).toEqual(NOTHING);
    // A consent is for one race.
    const other = await newRace();
    expect(await shown(other, await share(other), tracks.ada)).toEqual(NOTHING);
  });

  it("does not show a track that was made private since, nor when its owner leaves the coach's team", async () => {
    const id = await newRace();
    const share_id = await share(id);
    const permissions = (value: string) =>
      ben.call("PATCH", `/api/tracks/${tracks.ben}/`, { json: { permissions: value } });
    await permissions("PRIVATE");
    expect(await shown(id, share_id, tracks.ben)).toMatchObject({ info: false, columns: false });
    await permissions("PUBLIC");
    expect(await shown(id, share_id, tracks.ben)).toMatchObject({ info: true, columns: true });
    await answer(id, true);
    expect((await shown(id, share_id, tracks.ada)).info).toBe(true);
    const accepted = (value: boolean) =>
      sql`update team_members set accepted = ${value} where user_id = ${ada.session.user.id}`.execute(at().context.db);
    await accepted(false);
    expect(await shown(id, share_id, tracks.ada)).toEqual(NOTHING);
    await accepted(true);
  });

  it("lists its boats for those who may share it: in the link, asked, not asked; an answer is not told", async () => {
    const id = await newRace();
    const first = await boats(id);
    expect(first).toMatchObject({ in_link: 2 });
    expect(first.boats.map(({ state, reason }) => [state, reason])).toEqual([
      ["in_link", "public"],
      ["in_link", "public"],
      ["not_asked", "private"],
    ]);
    expect(first.boats[2]).toMatchObject({ user: { first_name: "Ada" }, asked: null, is_own: false });
    const asked = (await ask(id)).body as SharedBoats;
    expect(asked.boats[2]).toMatchObject({ state: "asked", asked: expect.any(String) });
    await answer(id, false);
    expect((await boats(id)).boats[2]).toMatchObject({ state: "left_out", reason: "private", agreed: null });
    expect((await ask(id)).body).toEqual({
      detail: "The owner has left this boat out of the link.",
      code: "left_out_of_link",
    });
    await answer(id, true);
    const agreed = (await boats(id)).boats.find(({ user }) => user.id === ada.session.user.id);
    expect(agreed).toMatchObject({ state: "in_link", reason: "agreed", agreed: expect.any(String) });
    expect((await ask(id)).status).toBe(409);
    expect((await ask(id, ben)).body).toEqual({ detail: "This boat is in the link already.", code: "in_link" });
    expect((await ask(id, coach)).status).toBe(409);
    const nobody = { json: { user_id: 2 ** 31 - 2 } };
    expect((await coach.call("POST", `/api/races/${id}/share/boats/`, nobody)).status).toBe(404);
    expect((await ben.call("GET", `/api/races/${id}/share/boats/`)).status).toBe(403);
  });

  it("asks once by a notice, with one mail a day, and takes the question back", async () => {
    await aDayPasses();
    const id = await newRace();
    const mails = async () => (await at().mailsTo(ada.session.user.email, 1)).filter((text) => text.includes("/home"));
    const before = (await at().mails()).filter((text) => text.includes(`To: ${ada.session.user.email}`)).length;
    await ask(id);
    const sent = await at().mailsTo(ada.session.user.email, before + 1);
    expect(sent.at(-1)).toContain("http://leebow.test/home");
    expect(await ofRace(id)).toMatchObject([
      { state: "asked", asked_by: { first_name: "Coach" }, track_ids: [tracks.ada], boat_name: "Laser" },
    ]);
    const again = await coach.call("DELETE", `/api/races/${id}/share/boats/${ada.session.user.id}/`);
    expect([again.status, again.body.boats[2].state]).toEqual([200, "left_out"]);
    expect(await ofRace(id)).toEqual([]);
    expect((await coach.call("DELETE", `/api/races/${id}/share/boats/${ada.session.user.id}/`)).status).toBe(200);
    const asked = await ask(id);
    expect([asked.status, asked.body.detail]).toEqual([409, "This race has asked the owner once, and asks no more."]);
    expect(await stateOf(id)).toBe("left_out");
    const other = await newRace();
    await ask(other);
    expect(await stateOf(other)).toBe("asked");
    await waitForJobs(at());
    const count = (await mails()).length;
    await aDayPasses();
    await ask(await newRace());
    await waitForJobs(at());
    expect((await mails()).length).toBe(count + 1);
  });

  it("asks no sailor again who has refused, and mails nobody twice a day, whatever is done with track and race", async () => {
    await aDayPasses();
    const id = await newRace();
    const mails = async () => (await at().mails()).filter((text) => text.includes(`To: ${ada.session.user.email}`));
    const before = (await mails()).length;
    await ask(id);
    await answer(id, false);
    const replace = (ids: number[]) => coach.call("PATCH", `/api/races/${id}/tracks/`, { json: { tracks: ids } });
    await replace([tracks.coach, tracks.ben]);
    await replace([tracks.coach, tracks.ben, tracks.ada]);
    expect(await stateOf(id)).toBe("left_out");
    expect((await ask(id)).body.code).toBe("left_out_of_link");
    expect(await ofRace(id)).toMatchObject([{ state: "refused" }]);
    // Through another track of hers, while the first is not in the race, and after that is deleted.
    const second = await ada.upload(FILE, readFixture(FILE), { boat_name: "Laser", permissions: "PRIVATE" });
    await replace([tracks.coach, tracks.ben, second.id]);
    expect((await ask(id)).body.code).toBe("left_out_of_link");
    const third = await ada.upload(FILE, readFixture(FILE), { boat_name: "Laser", permissions: "PRIVATE" });
    const of_second = await newRace([tracks.coach, tracks.ben, second.id]);
    await ask(of_second);
    await answer(of_second, false);
    await ada.call("DELETE", `/api/tracks/${second.id}/`);
    await coach.call("PATCH", `/api/races/${of_second}/tracks/`, {
      json: { tracks: [tracks.coach, tracks.ben, third.id] },
    });
    expect((await ask(of_second)).body.code).toBe("left_out_of_link");
    // A race that is deleted and made again is another one: it asks, by a notice.
    await coach.call("DELETE", `/api/races/${id}/`);
    const again = await newRace();
    await ask(again);
    expect(await stateOf(again)).toBe("asked");
    await waitForJobs(at());
    expect((await mails()).length).toBe(before + 1);
    await ada.call("DELETE", `/api/tracks/${third.id}/`);
  });

  it("sends one mail to a sailor whom several races ask at the same moment, each several times", async () => {
    await aDayPasses();
    const ids = [await newRace(), await newRace(), await newRace()];
    const mails = async () => (await at().mails()).filter((text) => text.includes(`To: ${ada.session.user.email}`));
    const before = (await mails()).length;
    const answers = await Promise.all([...ids, ...ids].map((id) => ask(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const id of ids) expect(await ofRace(id)).toMatchObject([{ state: "asked" }]);
    await waitForJobs(at());
    expect((await mails()).length).toBe(before + 1);
    expect(at().errors).toEqual([]);
  });

  it("has in the link those tracks alone that were in the race when their owner agreed", async () => {
    const id = await newRace();
    await answer(id, true);
    const share_id = await share(id);
    const late = await ada.upload(FILE, readFixture(FILE), { boat_name: "Laser", permissions: "PRIVATE" });
    await coach.call("PATCH", `/api/races/${id}/tracks/`, { json: { tracks: [...Object.values(tracks), late.id] } });
    expect(await shown(id, share_id, late.id)).toMatchObject({ info: false, points: false, columns: false });
    expect(await shown(id, share_id, tracks.ada)).toMatchObject({ info: true, columns: true });
    expect((await ask(id)).status).toBe(200);
    await answer(id, true);
    expect(await shown(id, share_id, late.id)).toMatchObject({ info: true, columns: true });
    await answer(id, false);
    expect(await shown(id, share_id, tracks.ada)).toEqual(NOTHING);
    await ada.call("DELETE", `/api/tracks/${late.id}/`);
  });

  it("does not open a question again that was taken back, when an answer is", async () => {
    const id = await newRace();
    await ask(id);
    await coach.call("DELETE", `/api/races/${id}/share/boats/${ada.session.user.id}/`);
    expect((await answer(id, null)).status).toBe(404);
    expect(await ofRace(id)).toEqual([]);
    await answer(id, true);
    expect((await answer(id, null)).body.state).toBe("agreed");
    expect(await ofRace(id)).toEqual([]);
    expect(await stateOf(id)).toBe("left_out");
    // Without a question ever, an answer that is taken back leaves none.
    const other = await newRace();
    await answer(other, true);
    await answer(other, null);
    expect(await ofRace(other)).toEqual([]);
    expect(await stateOf(other)).toBe("not_asked");
  });

  it("is asked for and taken back by others than the coach, each the own question", async () => {
    const dan = await at().signUp("Dan");
    const { db } = at().context;
    const { team_id } = await db
      .selectFrom("team_members")
      .select("team_id")
      .where("user_id", "=", coach.session.user.id)
      .executeTakeFirstOrThrow();
    const member = { team_id, user_id: dan.session.user.id, role: "COACH", accepted: true } as const;
    await db.insertInto("team_members").values(member).execute();
    const id = await newRace();
    await ask(id);
    const path = `/api/races/${id}/share/boats/${ada.session.user.id}/`;
    expect((await dan.call("DELETE", path)).status).toBe(200);
    expect(await stateOf(id)).toBe("asked");
    expect((await coach.call("DELETE", path)).body.boats[2].state).toBe("left_out");
    await db.deleteFrom("team_members").where("user_id", "=", dan.session.user.id).execute();
  });

  it("sends no mail to a sailor who wants none; the notice is there", async () => {
    await aDayPasses();
    const id = await newRace();
    await ada.call("PATCH", "/api/users/", { json: { email_notifications: false } });
    const before = (await at().mails()).length;
    await ask(id);
    expect(await stateOf(id)).toBe("asked");
    await new Promise((wake) => setTimeout(wake, 500));
    expect((await at().mails()).length).toBe(before);
    await sql`update users set email_notifications = true where id = ${ada.session.user.id}`.execute(at().context.db);
  });

  it("is answered, and the answer taken back, by the owner alone", async () => {
    const id = await newRace();
    await ask(id);
    await answer(id, true);
    expect((await answer(id, null)).body).toMatchObject({ state: "asked" });
    expect(await stateOf(id)).toBe("asked");
    for (const person of [coach, ben]) expect((await answer(id, true, person)).status).toBe(404);
    expect((await answer(id, "yes" as unknown as boolean)).body).toEqual({ allow: ["Allow it, or not."] });
    expect((await answer(2 ** 31 - 2, true)).status).toBe(404);
    // Made PUBLIC, there is nothing to agree to.
    const permissions = (value: string) =>
      ada.call("PATCH", `/api/tracks/${tracks.ada}/`, { json: { permissions: value } });
    await permissions("PUBLIC");
    expect(await ofRace(id)).toEqual([]);
    expect(await stateOf(id)).toBe("in_link");
    await permissions("PRIVATE");
    expect(await stateOf(id)).toBe("asked");
  });

  it("is not made with one boat; who makes it agrees to be in it, and may withdraw", async () => {
    const two = await newRace([tracks.coach, tracks.ada]);
    const made = await coach.call("POST", `/api/races/${two}/share/`, { json: {} });
    expect([made.status, made.body]).toEqual([
      409,
      {
        detail: "A race needs two boats. Ask the owners of the others whether the link may show theirs.",
        code: "too_few_boats",
      },
    ]);
    await coach.call("PATCH", `/api/tracks/${tracks.coach}/`, { json: { permissions: "PRIVATE" } });
    const id = await newRace();
    const share_id = await share(id);
    expect((await shown(id, share_id, tracks.coach)).info).toBe(true);
    expect(await consents(coach)).toMatchObject([{ race: { id }, state: "agreed", asked_by: null, asked: null }]);
    await answer(id, false, coach);
    expect((await shown(id, share_id, tracks.coach)).info).toBe(false);
    await share(id);
    expect((await shown(id, share_id, tracks.coach)).info).toBe(false);
    await coach.call("PATCH", `/api/tracks/${tracks.coach}/`, { json: { permissions: "PUBLIC" } });
  });

  it("keeps what was decided about tracks that leave a race and come back", async () => {
    const id = await newRace();
    await answer(id, true);
    const replace = (ids: number[]) => coach.call("PATCH", `/api/races/${id}/tracks/`, { json: { tracks: ids } });
    await replace([tracks.ada, tracks.ben]);
    expect(await ofRace(id)).toMatchObject([{ state: "agreed" }]);
    await replace([tracks.coach, tracks.ben]);
    expect(await ofRace(id)).toEqual([]);
    await replace([tracks.coach, tracks.ada]);
    expect(await ofRace(id)).toMatchObject([{ state: "agreed" }]);
  });

  it("has the decisions in the sailor's own data, and none is left after the account", async () => {
    const { db } = at().context;
    const own = await at().signUp("Leaver");
    const track = await own.upload(FILE, readFixture(FILE), { boat_name: "Laser", permissions: "PUBLIC" });
    const id = await newRace([tracks.coach, tracks.ben, track.id]);
    await own.call("PATCH", `/api/tracks/${track.id}/`, { json: { permissions: "PRIVATE" } });
    await answer(id, false, own);
    const rows = () => db.selectFrom("race_consents").selectAll().where("user_id", "=", own.session.user.id).execute();
    expect(await rows()).toMatchObject([{ race_id: id, track_id: track.id, consent: "refused" }]);
    await own.call("DELETE", `/api/tracks/${track.id}/`);
    expect(await rows()).toMatchObject([{ race_id: id, track_id: null, consent: "refused" }]);
    expect((await own.call("DELETE", "/api/users/me/", { json: { current_password: "lee bow" } })).status).toBe(204);
    expect(await rows()).toEqual([]);
  });

  it("has a picture of all boats that is read no more when a track on it is made private", async () => {
    const id = await newRace([tracks.coach, tracks.ben]);
    const { static_map, static_map_dark } = (await coach.call("GET", `/api/races/info/${id}/`)).body as Race;
    expect(static_map).toContain("race-results");
    expect((await at().call("GET", static_map!)).status).toBe(200);
    await ben.call("PATCH", `/api/tracks/${tracks.ben}/`, { json: { permissions: "PRIVATE" } });
    expect((await at().call("GET", static_map!)).status).toBe(404);
    expect((await at().call("GET", static_map_dark!)).status).toBe(404);
    await ben.call("PATCH", `/api/tracks/${tracks.ben}/`, { json: { permissions: "PUBLIC" } });
    expect((await at().call("GET", static_map!)).status).toBe(200);
    // An earlier picture shows boats that are not in the race any more.
    await coach.call("PATCH", `/api/races/${id}/tracks/`, { json: { tracks: [tracks.coach, tracks.ada] } });
    expect((await at().call("GET", static_map!)).status).toBe(404);
  });
});
