import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";

onEveryDatabase("the share link of a race", (at) => {
  let coach: Person;
  let sailor: Person;
  let tracks: number[];

  beforeAll(async () => {
    coach = await at().signUp("Coach");
    sailor = await at().signUp("Sailor");
    const { id } = coach.session.user;
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${id}`.execute(at().context.db);
    const one = await sailor.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const two = await coach.upload("b.fit", readFixture("49er-kiel.fit"), { permissions: "PRIVATE" });
    tracks = [one.id, two.id];
  }, 120_000);

  const newRace = async () => (await coach.call("POST", "/api/races/", { json: { tracks } })).body.id as number;
  const share = (id: number, by = coach, json: object = {}) => by.call("POST", `/api/races/${id}/share/`, { json });
  const seen = (id: number, share_id: string) => at().call("GET", `/api/races/info/${id}/?share_id=${share_id}`);

  it("shows its race, and no other, to people without an account", async () => {
    const [id, other] = [await newRace(), await newRace()];
    const { status, body } = await share(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      share_id: expect.stringMatching(/^[\w-]{24}$/),
      url: `/races/${id}?share_id=${body.share_id}`,
      expires: expect.any(String),
    });
    const answer = await seen(id, body.share_id);
    expect(answer.body).toMatchObject({ id, track_ids: expect.arrayContaining(tracks), share_id: body.share_id });
    expect(answer.body.can).toEqual({ edit: false, share: false, revoke_share: false, delete: false, leave: false });
    expect((await seen(other, body.share_id)).status).toBe(404);
    expect((await at().call("GET", `/api/races/info/${id}/`)).status).toBe(401);
    expect((await at().call("GET", `/api/tracks/${tracks[1]}/?share_id=${body.share_id}`)).status).toBe(401);
  });

  it("is not passed on to other sites nor found by search engines", async () => {
    const id = await newRace();
    const { share_id } = (await share(id)).body;
    for (const answer of [await seen(id, share_id), await seen(id, "wrong")]) {
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect((await coach.call("GET", `/api/races/info/${id}/`)).headers.get("x-robots-tag")).toBeNull();
  });

  it("is the same until it is revoked, and another one then", async () => {
    const id = await newRace();
    const first = (await share(id)).body.share_id;
    expect((await share(id)).body.share_id).toBe(first);
    expect((await coach.call("GET", `/api/races/info/${id}/`)).body.share_id).toBe(first);
    expect((await coach.call("DELETE", `/api/races/${id}/share/`)).status).toBe(204);
    expect((await seen(id, first)).status).toBe(404);
    expect((await coach.call("GET", `/api/races/info/${id}/`)).body.share_id).toBeNull();
    const second = (await share(id)).body.share_id;
    expect(second).not.toBe(first);
    expect((await seen(id, first)).status).toBe(404);
    expect((await seen(id, second)).status).toBe(200);
  });

  it("ends after seven days unless its coach chooses another end, or none", async () => {
    const id = await newRace();
    const DAY_MS = 24 * 3600 * 1000;
    const days_left = (expires: string) => (Date.parse(expires) - Date.now()) / DAY_MS;
    const first = (await share(id)).body;
    expect(days_left(first.expires)).toBeCloseTo(7, 2);
    const in_a_day = new Date(Date.now() + DAY_MS).toISOString();
    expect((await share(id, coach, { expires: in_a_day })).body).toEqual({ ...first, expires: in_a_day });
    expect((await coach.call("GET", `/api/races/info/${id}/`)).body.share_expires).toBe(in_a_day);
    expect((await share(id, coach, { expires: null })).body).toEqual({ ...first, expires: null });
    // It stays as it was chosen.
    expect((await share(id)).body).toEqual({ ...first, expires: null });
    const never = await newRace();
    expect((await share(never, coach, { expires: null })).body.expires).toBeNull();
  });

  it("that was made before links had an end keeps working until it is revoked", async () => {
    const id = await newRace();
    const [share_id, race_id] = ["f".repeat(24), id];
    await at().context.db.insertInto("race_shares").values({ share_id, race_id, created_by: null }).execute();
    expect((await seen(id, share_id)).status).toBe(200);
    expect((await share(id)).body).toMatchObject({ share_id, expires: null });
  });

  it("that has ended is answered as one that was revoked, by every call that it opens", async () => {
    const id = await newRace();
    const paths = (share_id: string) =>
      [
        `info/${id}/`,
        `${id}/`,
        `wind/${id}/`,
        `${id}/journal/`,
        `${id}/tracks/${tracks[0]}/columns/`,
        `${id}/tracks/${tracks[0]}/analysis/`,
      ].map((path) => `/api/races/${path}?share_id=${share_id}`);
    const answers = async (share_id: string) => {
      const all = await Promise.all(paths(share_id).map((path) => at().call("GET", path)));
      return all.map(({ status, body }) => [status, status === 200 ? null : body]);
    };
    const revoked = (await share(id)).body.share_id;
    expect((await answers(revoked)).every(([status]) => status === 200)).toBe(true);
    await coach.call("DELETE", `/api/races/${id}/share/`);
    const ended = (await share(id)).body.share_id;
    await sql`update race_shares set expires_at = now() - interval '1 second' where share_id = ${ended}`.execute(
      at().context.db,
    );
    expect(await answers(ended)).toEqual(paths(ended).map(() => [404, expect.anything()]));
    expect(await answers(ended)).toEqual(await answers(revoked));
  });

  it("ends when its coach says", async () => {
    const id = await newRace();
    const past = await share(id, coach, { expires: "2020-01-01T00:00:00Z" });
    expect(past.body).toEqual({ expires: ["Choose an end in the future."] });
    const { share_id, expires } = (await share(id, coach, { expires: "2999-01-01T00:00:00Z" })).body;
    expect(expires).toBe("2999-01-01T00:00:00.000Z");
    expect((await share(id)).body).toMatchObject({ share_id, expires });
    await sql`update race_shares set expires_at = now() - interval '1 second' where share_id = ${share_id}`.execute(
      at().context.db,
    );
    expect((await seen(id, share_id)).status).toBe(404);
    expect((await share(id)).body).toMatchObject({
      share_id: expect.not.stringMatching(share_id),
      expires: expect.any(String),
    });
  });

  it("is passed on by those alone who see every track of the race", async () => {
    const id = await newRace();
    const { share_id } = (await share(id)).body;
    const seen_by_sailor = await sailor.call("GET", `/api/races/info/${id}/`);
    expect(seen_by_sailor.body).toMatchObject({ share_id: null, track_ids: [tracks[0]], can: { share: false } });
    const by_link = await sailor.call("GET", `/api/races/info/${id}/?share_id=${share_id}`);
    expect(by_link.body).toMatchObject({ can: { share: false } });
    expect((await share(id, sailor)).body).toEqual({
      detail: "Some tracks of this race are not shared with you. Ask its coach for the link.",
      code: "forbidden",
    });
    const with_link = await sailor.call("GET", `/api/races/info/${id}/?share_id=${share_id}`);
    expect(with_link.body.track_ids).toHaveLength(2);
  });

  it("that was revoked is made again by the race's coach alone; one that has ended by any viewer", async () => {
    const third = await sailor.upload("c.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const json = { tracks: [tracks[0], third.id] };
    const { id } = (await coach.call("POST", "/api/races/", { json })).body;
    const stranger = await at().signUp("Stranger");
    const can = async () => (await stranger.call("GET", `/api/races/info/${id}/`)).body.can.share;
    const first = (await share(id, stranger)).body.share_id;
    await sql`update race_shares set expires_at = now() - interval '1 second' where share_id = ${first}`.execute(
      at().context.db,
    );
    expect(await can()).toBe(true);
    expect((await share(id, stranger)).status).toBe(200);
    await coach.call("DELETE", `/api/races/${id}/share/`);
    expect(await can()).toBe(false);
    const told = { detail: "The link of this race was ended. Ask its coach for a new one.", code: "forbidden" };
    expect(await share(id, stranger)).toMatchObject({ status: 403, body: told });
    expect((await stranger.call("GET", `/api/races/${id}/share/boats/`)).body).toEqual(told);
    const { share_id } = (await share(id)).body;
    expect((await share(id, stranger)).body.share_id).toBe(share_id);
    expect((await stranger.call("GET", `/api/races/info/${id}/`)).body.share_id).toBe(share_id);
    // Once revoked, it stays with the coach.
    await sql`update race_shares set expires_at = now() - interval '1 second' where share_id = ${share_id}`.execute(
      at().context.db,
    );
    expect((await share(id, stranger)).status).toBe(403);
    expect((await share(id)).status).toBe(200);
  });

  it("is not made by a viewer while its coach revokes it", async () => {
    const third = await sailor.upload("d.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const { id } = (await coach.call("POST", "/api/races/", { json: { tracks: [tracks[0], third.id] } })).body;
    const stranger = await at().signUp("Stranger");
    await Promise.all([
      coach.call("DELETE", `/api/races/${id}/share/`),
      ...Array.from({ length: 5 }, () => share(id, stranger)),
    ]);
    const links = await at().context.db.selectFrom("race_shares").selectAll().where("race_id", "=", id).execute();
    const revoked = await coach.call("DELETE", `/api/races/${id}/share/`);
    expect([links.length, revoked.status]).toEqual([0, 204]);
    expect((await share(id, stranger)).status).toBe(403);
  });

  it("shows what the coach may view: not a track that its owner has withdrawn from him", async () => {
    const id = await newRace();
    const { share_id } = (await share(id)).body;
    await sailor.call("PATCH", `/api/tracks/${tracks[0]}/`, { json: { permissions: "PRIVATE" } });
    expect((await seen(id, share_id)).body.track_ids).toEqual([tracks[1]]);
    await sailor.call("PATCH", `/api/tracks/${tracks[0]}/`, { json: { permissions: "PUBLIC" } });
    expect((await seen(id, share_id)).body.track_ids).toHaveLength(2);
  });
});
