import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import type { Polar } from "../../app/contract.ts";
import { storeMissingFacts } from "../tracks/store-missing-facts.ts";

const START_MS = Date.parse("2026-06-01T10:00:00Z");
const WEEK_MS = 7 * 86_400_000;

/** A session of so many weeks after the first of June, as a boat with a wind instrument records it. */
const session = (weeks: number, minutes = 40): Uint8Array =>
  sailedSession({ minutes, tws_kn: 10, seed: 80 + weeks, start_time_ms: START_MS + weeks * WEEK_MS }, "nmea");

onEveryDatabase("the polar of a person", (at) => {
  let sailor: Person;
  let tracks: number[];

  const upload = async (weeks: number, fields: Record<string, string> = {}) =>
    (await sailor.upload(`${weeks}.nmea`, session(weeks), { boat_name: "Laser", permissions: "PUBLIC", ...fields })).id;
  const read = async (query = "", by = sailor): Promise<Polar> => {
    const { status, body } = await by.call("GET", `/api/reports/polar/${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const minutesUpwind = ({ bands }: Polar) => bands.reduce((sum, { upwind }) => sum + (upwind?.time_s ?? 0), 0) / 60;

  beforeAll(async () => {
    sailor = await at().signUp("Ada");
    expect(await read()).toMatchObject({ boat_class: null, basis: null, sessions: 0, bands: [] });
    tracks = [];
    for (const weeks of [0, 1, 2, 3, 4, 5]) tracks.push(await upload(weeks));
  }, 240_000);

  it("adds up the sessions of its class, and names the track of each point of the season", async () => {
    const polar = await read();
    expect(polar).toMatchObject({ boat_class: "Laser", basis: "wind_speed", sessions: 6, own_track_share: 0 });
    const { upwind } = polar.bands.find((band) => band.sessions === 6)!;
    expect(upwind).toMatchObject({ is_published: true, sessions: 6 });
    expect(upwind!.vmg_kn).toBeLessThan(upwind!.speed_kn);
    const { points } = polar.season!.upwind;
    expect(points.map(({ track_id }) => track_id)).toEqual(tracks);
    expect(points.map(({ date }) => date)).toEqual(points.map(({ start_time }) => start_time.slice(0, 10)));
  });

  it("has the days, the class and the tack that are asked for", async () => {
    expect((await read("?start=2026-06-08&end=2026-06-15")).sessions).toBe(2);
    expect(await read("?class=49er")).toMatchObject({ boat_class: "49er", sessions: 0, basis: null });
    const [both, port, starboard] = [await read(), await read("?side=port"), await read("?side=starboard")];
    expect(minutesUpwind(port)).toBeGreaterThan(0);
    expect(minutesUpwind(port) + minutesUpwind(starboard)).toBeCloseTo(minutesUpwind(both), 6);
    const { status, body } = await sailor.call("GET", "/api/reports/polar/?side=lee");
    expect([status, body.side]).toEqual([400, ["side is both, port or starboard."]]);
  });

  it("stands beside the target polar of the reader, in % and with the time behind it", async () => {
    expect((await read()).target).toBeNull();
    const file =
      "twa/tws;5;10;15\n35;3;4;4.5\n60;3.6;5;5.8\n90;4;5.8;7\n120;3.8;5.6;7\n150;3.2;4.8;6\n180;2.7;4.2;5.4\n";
    const json = { boat_class: "ILCA 7", name: "Tuning guide", file };
    const kept = (await sailor.call("POST", "/api/targets/", { json })).body;
    const { target, bands } = await read();
    expect(target).toMatchObject({ id: kept.id, name: "Tuning guide", over_ground: false });
    const [band] = target!.bands.filter(({ sides }) => sides.up !== null && sides.up.time_s > 1800);
    expect(bands.map(({ name }) => name)).toContain(band!.name);
    expect(band!.sides.up!.percent).toBeGreaterThan(60);
    expect(band!.sides.up!.percent).toBeLessThan(140);
    expect(band!.sides.up!.half_width_percent).toBeLessThan(10);
    expect((await read("?class=49er")).target).toBeNull();
    await sailor.call("PATCH", `/api/targets/${kept.id}/`, { json: { in_use: false } });
    expect((await read()).target).toBeNull();
  });

  it("is of the class that was sailed longest, unless another one is asked for", async () => {
    const long = await sailor.upload("long.nmea", session(6, 300), { boat_name: "470" });
    expect(await read()).toMatchObject({ boat_class: "470", sessions: 1 });
    expect(await read("?end=2026-07-10")).toMatchObject({ boat_class: "Laser", sessions: 6 });
    await sailor.call("DELETE", `/api/tracks/${long.id}/`);
    expect((await read()).boat_class).toBe("Laser");
  });

  it("begins its trend anew where the sailor's own journal names a kite or foil for the first time", async () => {
    const { db } = at().context;
    const reader = await at().signUp("Dora");
    const entry = (track: number, kite_model: string, kite_size: string, by = sailor) =>
      db
        .insertInto("journals")
        .values({ author_id: by.session.user.id, track_id: tracks[track]!, j_type: "kite", content: "", feel: -1 })
        .returning("id")
        .executeTakeFirstOrThrow()
        .then(({ id }) =>
          db.updateTable("journals").set({ kite_brand: "Ozone", kite_model, kite_size }).where("id", "=", id).execute(),
        );
    const whole = (await read()).season!;
    expect(whole.splits).toEqual([]);
    expect(whole.upwind.line).toHaveLength(1);
    await entry(0, "R1", "15");
    await entry(1, "R1", "9");
    await entry(3, "Hyperlink", "9");
    await entry(4, "R1", "15");
    await entry(5, "Flysurfer", "9", reader);
    const { splits, upwind } = (await read()).season!;
    expect(splits.map(({ track_id, gear }) => [track_id, gear])).toEqual([[tracks[3], "Ozone Hyperlink"]]);
    expect([upwind.line, upwind.too_little]).toEqual([[], "sessions"]);
    expect(upwind.points).toEqual(whole.upwind.points);
    await db.deleteFrom("journals").execute();
  });

  it("is the same for a coach whether or not there are tracks that the coach may not view", async () => {
    const administrator = await at().signUp("Grace");
    const { db } = at().context;
    const teammate = await at().signUp("Ben");
    const team = await db
      .insertInto("teams")
      .values({ name: "Kiel", created_by: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [person, role] of [
      [sailor, "ATHLETE"],
      [teammate, "ATHLETE"],
    ] as const)
      await db
        .insertInto("team_members")
        .values({ team_id: team.id, user_id: person.session.user.id, role, permissions: "COACH_ONLY" })
        .execute();
    await db
      .updateTable("users")
      .set({ enabled_features: '["coach_tools"]' })
      .where("id", "=", teammate.session.user.id)
      .execute();
    await db.updateTable("users").set({ role: 1 }).where("id", "=", administrator.session.user.id).execute();
    await at().context.events.flush();
    const ofSailor = `?user=${sailor.session.user.id}`;
    const before = await read(ofSailor, teammate);
    expect(before.sessions).toBe(6);
    const hidden = await upload(7, { permissions: "PRIVATE" });
    expect(await read(ofSailor, teammate)).toEqual(before);
    expect((await read()).sessions).toBe(7);
    expect((await read(ofSailor, administrator)).sessions).toBe(7);
    await sailor.call("DELETE", `/api/tracks/${hidden}/`);
  });

  it("has the sessions again that were analysed before polars were stored", async () => {
    const { context } = at();
    const before = await read();
    // The server's own job of its start would store them.
    await waitForJobs(at());
    await sql`update track_facts set polar = null`.execute(context.db);
    expect((await read()).sessions).toBe(0);
    await storeMissingFacts(context);
    expect(await read()).toEqual(before);
  });
});
