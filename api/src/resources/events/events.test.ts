import { readFixture } from "@leebow/fixtures";
import { beforeAll, describe, expect, it } from "vitest";
import { openEvents as openStream } from "../../../test/event-reader.ts";
import { onOwnServer, type Person } from "../../../test/test-server.ts";
import type { PublishedEvent } from "../../platform/events/schema.ts";
import { LIMITS } from "../../platform/limits.ts";
import { updateTrack } from "../tracks/queries.ts";
import { eventFor } from "./handlers.ts";

onOwnServer("events", (at) => {
  let ada: Person;
  let track_id: number;
  beforeAll(async () => {
    ada = await at().signUp();
    track_id = (await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" })).id;
  });

  it("say that a track of one's own was uploaded and analysed", async () => {
    const stream = await openStream(at(), ada);
    await stream.next("ready");
    const { id } = await ada.upload("b.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const user_id = ada.session.user.id;
    const event = (processing_status: number | null) => ({ type: "track", track_id: id, user_id, processing_status });
    expect((await stream.next("track")).data).toEqual(event(1));
    expect((await stream.next("track")).data).toEqual(event(3));
    await ada.call("PATCH", `/api/tracks/${id}/`, { json: { wind_hint_deg: 200 } });
    expect((await stream.next("track")).data).toEqual(event(4));
    expect((await stream.next("track")).data).toEqual(event(3));
    await ada.call("DELETE", `/api/tracks/${id}/`);
    expect((await stream.next("track")).data).toEqual(event(null));
    await stream.close();
  });

  it("say that a track was made private or public: to its owner, and to those of its races", async () => {
    const [bob, eve] = [await at().signUp("Bob"), await at().signUp("Eve")];
    const track = await bob.upload("v.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const { db, events } = at().context;
    const race = { user_id: ada.session.user.id, name: "Trofeo" };
    const { id: race_id } = await db.insertInto("races").values(race).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("race_tracks").values({ race_id, track_id: track.id }).execute();
    await events.flush();
    const [owner, coach, other] = [
      await openStream(at(), bob),
      await openStream(at(), ada),
      await openStream(at(), eve),
    ];
    for (const stream of [owner, coach, other]) await stream.next("ready");
    for (const permissions of ["PRIVATE", "PUBLIC"]) {
      await bob.call("PATCH", `/api/tracks/${track.id}/`, { json: { permissions } });
      expect((await owner.next("track")).data).toMatchObject({ track_id: track.id, processing_status: 3 });
      expect((await owner.next("race")).data).toMatchObject({ type: "race", race_id });
      expect((await coach.next("race")).data).toMatchObject({ type: "race", race_id });
    }
    await eve.call("POST", "/api/users/logout/");
    expect((await other.rest()).map(({ name }) => name)).not.toContain("race");
    for (const stream of [owner, coach]) await stream.close();
  });

  it("say that a journal entry was written or deleted: about a track to its owner, about a race to its people", async () => {
    const bob = await at().signUp("Bob");
    const track = await bob.upload("j.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const { db, events } = at().context;
    const race = { user_id: ada.session.user.id, name: "Trofeo" };
    const { id: race_id } = await db.insertInto("races").values(race).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("race_tracks").values({ race_id, track_id: track.id }).execute();
    await events.flush();
    const owner = await openStream(at(), bob);
    await owner.next("ready");
    const about_track = { track: track.id, content: "Puffs from the left" };
    const { body: entry } = await ada.call("POST", "/api/journals/", { json: about_track });
    expect((await owner.next("track")).data).toMatchObject({ track_id: track.id, processing_status: 3 });
    await ada.call("DELETE", `/api/journals/${entry.id}/`);
    expect((await owner.next("track")).data).toMatchObject({ track_id: track.id });
    const star = { jType: "star", s_point: "2026-07-01T10:00:00Z", e_point: "2026-07-01T10:01:00Z" };
    const written = await ada.call("POST", "/api/journals/", { json: { race: race_id, content: "Start", ...star } });
    expect(written.status).toBe(201);
    expect((await owner.next("race")).data).toMatchObject({ type: "race", race_id });
    await owner.close();
  });

  it("are not sent to others", async () => {
    const bob = await at().signUp("Bob");
    const stream = await openStream(at(), bob);
    await ada.upload("c.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    await bob.call("POST", "/api/users/logout/");
    const names = (await stream.rest()).map(({ name }) => name);
    expect(names).not.toContain("track");
    expect(names.at(-1)).toBe("end");
  });

  it("are sent after the commit, and not after a rollback", async () => {
    const { db, events } = at().context;
    const received: PublishedEvent[] = [];
    const unsubscribe = events.subscribe({ onEvent: (event) => received.push(event), onGap() {} });
    const event = { type: "report", user_id: ada.session.user.id, report_id: 7 } as const;
    await db.transaction().execute(async (trx) => {
      await events.publish(trx, event);
      await updateTrack(trx, track_id, { processing_status: 4 });
      expect(received).toEqual([]);
    });
    await events.flush();
    expect(received.map(({ type }) => type)).toEqual(["report", "track"]);
    await db
      .transaction()
      .execute(async (trx) => {
        await events.publish(trx, event);
        throw new Error("rolled back");
      })
      .catch(() => {});
    await updateTrack(db, track_id, { processing_status: 3 });
    await events.flush();
    expect(received.map(({ type }) => type)).toEqual(["report", "track", "track"]);
    unsubscribe();
  });

  it("of a race with many sailors are published in parts, each within a notification", async () => {
    const { db, events } = at().context;
    const received: PublishedEvent[] = [];
    const unsubscribe = events.subscribe({ onEvent: (event) => received.push(event), onGap() {} });
    const user_ids = Array.from({ length: 1500 }, (_, i) => 2_000_000_000 + i);
    await events.publish(db, { type: "race", race_id: 1, processing_status: 3, user_ids });
    await events.flush();
    expect(received.flatMap((event) => (event.type === "race" ? event.user_ids : []))).toEqual(user_ids);
    unsubscribe();
  });

  it("end with the session", async () => {
    const carl = await at().signUp("Carl");
    const stream = await openStream(at(), carl);
    await stream.next("ready");
    await carl.call("POST", "/api/users/logout/");
    expect((await stream.rest()).at(-1)!.name).toBe("end");
  });

  it("tell of the user's teams", async () => {
    const { db } = at().context;
    const stream = await openStream(at(), ada);
    const created_by = ada.session.user.id;
    const { id } = await db
      .insertInto("teams")
      .values({ name: "Lee", created_by })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("team_members").values({ team_id: id, user_id: created_by, role: "COACH" }).execute();
    expect((await stream.next("relations")).data).toEqual({ type: "relations", user_id: created_by });
    await stream.close();
  });

  it("are refused to more pages than the limit, until one is closed", async () => {
    const dora = await at().signUp("Dora");
    const streams = [];
    for (let i = 0; i < LIMITS.event_streams_per_user; i++) streams.push(await openStream(at(), dora));
    expect(streams.map(({ status }) => status)).not.toContain(429);
    const refused = await dora.call("GET", "/api/events/");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    await streams.pop()!.close();
    expect((await dora.call("GET", "/api/events/")).status).toBe(200);
    for (const stream of streams) await stream.close();
  });

  it("are not compressed, and proxies are told to pass them on", async () => {
    const answer = await ada.call("GET", "/api/events/", { headers: { "accept-encoding": "gzip" } });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("cache-control")).toContain("no-transform");
  });
});

describe("an event of a race", () => {
  const event: PublishedEvent = { type: "race", race_id: 3, processing_status: 4, user_ids: [1, 2] };
  it("reaches those who see it, without the ids of the others", () => {
    expect(eventFor(1, event)).toEqual({ type: "race", race_id: 3, processing_status: 4 });
    expect(eventFor(5, event)).toBeNull();
  });
});
