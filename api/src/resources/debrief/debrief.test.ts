import type { Debrief } from "@leebow/core/node";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { fleetBoat } from "../../../test/fleet-boat.ts";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { LIMITS } from "../../platform/limits.ts";
import { storeMissingFacts } from "../tracks/store-missing-facts.ts";

const START_MS = Date.parse("2026-06-01T10:00:00Z");
const DAY_MS = 86_400_000;

/** A session of one sailor so many days before the first of June. */
const session = (days: number): Uint8Array =>
  sailedSession({ seed: 60 + days, minutes: 50, start_time_ms: START_MS - days * DAY_MS });

onEveryDatabase("the debrief of a session", (at) => {
  let sailor: Person;
  let today: number;
  /** Tracks of the five sessions before. */
  let earlier: number[];

  const upload = async (person: Person, days: number) =>
    (await person.upload(`${days}.gpx`, session(days), { boat_name: "Laser" })).id;
  const read = (person = sailor, id = today) => person.call("GET", `/api/tracks/${id}/debrief/`);
  const debrief = async (person = sailor, id = today): Promise<Debrief> => {
    const { status, body } = await read(person, id);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  beforeAll(async () => {
    sailor = await at().signUp("Ada");
    today = await upload(sailor, 0);
    earlier = [];
    for (const days of [1, 2, 3, 4, 5]) earlier.push(await upload(sailor, days));
  }, 240_000);

  it("compares it with the sailor's earlier sessions, and its parts add up", async () => {
    const { sessions, budgets, references } = await debrief();
    expect(sessions).toBe(5);
    expect(references.map(({ kind, available }) => [kind, available])).toEqual([
      ["fleet", false],
      ["sessions", true],
      ["best_third", true],
    ]);
    for (const { parts, lost_m } of budgets[0]!.bands)
      expect(parts.reduce((sum, part) => sum + part.lost_m, 0)).toBeCloseTo(lost_m, 6);
  });

  it("compares no session with later ones, nor with those of another class or person", async () => {
    expect((await debrief(sailor, earlier[4])).sessions).toBe(0);
    const other = await at().signUp("Ben");
    await upload(other, 6);
    const twice = await other.upload("0.gpx", session(0), { boat_name: "49er" });
    expect((await debrief(other, twice.id)).sessions).toBe(0);
    expect((await debrief()).sessions).toBe(5);
  });

  it("says nothing of sessions that the reader may not view", async () => {
    const reader = await at().signUp("Cleo");
    await sailor.call("PATCH", `/api/tracks/${earlier[0]}/`, { json: { permissions: "PRIVATE" } });
    expect((await debrief(reader)).sessions).toBe(4);
    expect((await debrief()).sessions).toBe(5);
    await sailor.call("PATCH", `/api/tracks/${today}/`, { json: { permissions: "PRIVATE" } });
    expect((await read(reader)).status).toBe(404);
    for (const id of [today, earlier[0]])
      await sailor.call("PATCH", `/api/tracks/${id}/`, { json: { permissions: "PUBLIC" } });
    expect((await debrief(reader)).sessions).toBe(5);
  });

  it("compares with what another analysis found, and not with what is deleted", async () => {
    const { db } = at().context;
    const stored = async (id: number) =>
      (await db.selectFrom("track_facts").select("session").where("track_id", "=", id).executeTakeFirstOrThrow())
        .session!;
    const before = await stored(earlier[1]!);
    expect(before.quantities.map(({ code }) => code)).toContain("tack_loss");
    const wind_hint_deg = 10;
    await sailor.call("PATCH", `/api/tracks/${earlier[1]}/`, { json: { wind_hint_deg } });
    await processed(sailor.call, earlier[1]!);
    expect(await stored(earlier[1]!)).not.toEqual(before);
    const gone = await upload(sailor, 7);
    expect((await debrief()).sessions).toBe(6);
    await sailor.call("DELETE", `/api/tracks/${gone}/`);
    expect((await debrief()).sessions).toBe(5);
  });

  it("finds sessions again that were analysed before they were summed up", async () => {
    const { context } = at();
    await sql`update track_facts set session = null`.execute(context.db);
    expect((await debrief()).sessions).toBe(0);
    await storeMissingFacts(context);
    expect((await debrief()).sessions).toBe(5);
  });

  it("compares with the boats of a race, as far as the reader may view them", async () => {
    const [coach, stranger] = [await at().signUp("Coach"), await at().signUp("Stranger")];
    const { db } = at().context;
    await sql`update users set enabled_features = '["coach_tools"]'
      where id in (${coach.session.user.id}, ${stranger.session.user.id})`.execute(db);
    const fleet: Person[] = [];
    const tracks: number[] = [];
    for (let seed = 1; seed <= 6; seed++) {
      const person = await at().signUp(`Sailor${seed}`);
      const race = { laps: 2, leg_m: 1200, first_gun_min: 4 };
      const bytes = fleetBoat({ seed, minutes: 65, upwind_speed: seed === 1 ? 0.8 : 1, race });
      fleet.push(person);
      tracks.push((await person.upload(`${seed}.gpx`, bytes, { boat_name: "Laser" })).id);
    }
    const team = await db.insertInto("teams").values({ name: "T" }).returning("id").executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE") =>
      ({ team_id: team.id, user_id: person.session.user.id, role, permissions: "COACH_ONLY", accepted: true }) as const;
    await db
      .insertInto("team_members")
      .values([member(coach, "COACH"), member(fleet[0]!, "ATHLETE")])
      .execute();
    const race = async (by = coach, of = tracks) => {
      const { body } = await by.call("POST", "/api/races/", { json: { tracks: of } });
      const status = async () => (await by.call("GET", `/api/races/info/${body.id}/`)).body.processing_status as number;
      await expect.poll(status, { timeout: 60_000 }).toBe(3);
    };
    await race();
    const fleetOf = async (person: Person) =>
      (await debrief(person, tracks[0])).references.find(({ kind }) => kind === "fleet")!;
    expect(await fleetOf(fleet[0]!)).toMatchObject({ available: true, reason: null });
    const once = await debrief(fleet[0]!, tracks[0]);
    expect(once.findings.map(({ text }) => text).join()).toContain("than the average of the five other boats");
    await race();
    // The same boats in a race that was made twice are not more boats.
    expect(await debrief(fleet[0]!, tracks[0])).toEqual(once);
    // A stranger's races of the public track, with a boat of another place, are no races of the sailor's.
    const far = fleetBoat({ seed: 99, minutes: 65, lat_deg: 40 });
    const elsewhere = (await stranger.upload("far.gpx", far, { boat_name: "Laser" })).id;
    for (let times = 0; times <= LIMITS.debrief_races; times++) await race(stranger, [tracks[0]!, elsewhere]);
    expect(await debrief(fleet[0]!, tracks[0])).toEqual(once);
    for (const [i, person] of fleet.entries())
      if (i > 0) await person.call("PATCH", `/api/tracks/${tracks[i]}/`, { json: { permissions: "PRIVATE" } });
    expect((await fleetOf(fleet[0]!)).available).toBe(false);
  }, 240_000);

  it("is refused for a track whose file could not be read, and for strangers without a session", async () => {
    const broken = await sailor.upload("broken.gpx", new TextEncoder().encode("<gpx></gpx>"), { boat_name: "Laser" });
    const { status, body } = await read(sailor, broken.id);
    expect([status, body.code]).toEqual([404, "track_pending"]);
    expect((await at().call("GET", `/api/tracks/${today}/debrief/`)).status).toBe(401);
  });
});
