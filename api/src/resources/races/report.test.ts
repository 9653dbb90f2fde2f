import { type Duel, racesOfArrow } from "@leebow/core/node";
import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { fleetBoat } from "../../../test/fleet-boat.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { LIMITS, type RaceReportAnswer, type RaceTargetAnswer } from "../../app/contract.ts";

/** 12 minutes after the start of the recordings of {@link fleetBoat}. */
const AT = "2026-07-04T11:12:00.000Z";
const SPLIT = { action: "split_race", at: AT } as const;

onEveryDatabase("the report of a race", (at) => {
  let coach: Person;
  let sailors: Person[];
  let tracks: number[];

  beforeAll(async () => {
    coach = await at().signUp("Coach");
    const { id } = coach.session.user;
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${id}`.execute(at().context.db);
    sailors = [];
    tracks = [];
    for (let seed = 1; seed <= 5; seed++) {
      const sailor = await at().signUp(`Sailor${seed}`);
      const track = await sailor.upload(`${seed}.gpx`, fleetBoat({ seed, minutes: 40, race: {} }), {
        boat_name: "Laser",
      });
      sailors.push(sailor);
      tracks.push(track.id);
    }
  }, 240_000);

  async function create(ids: number[]): Promise<number> {
    const { body } = await coach.call("POST", "/api/races/", { json: { tracks: ids } });
    return body.id;
  }

  async function done(id: number): Promise<number> {
    const status = async () => (await coach.call("GET", `/api/races/info/${id}/`)).body.processing_status;
    await until(async () => [2, 3].includes(await status()));
    return id;
  }

  const report = async (id: number, by = coach): Promise<RaceReportAnswer> =>
    (await by.call("GET", `/api/races/${id}/report/`)).body;
  const put = (id: number, corrections: unknown[], by = coach, headers = {}) =>
    by.call("PUT", `/api/races/${id}/corrections/`, { json: { corrections }, headers });

  it("is null until the wind of the race is estimated, with columns without rows", async () => {
    const id = await done(await create(tracks.slice(0, 2)));
    const without = { result_key: null, processing_status: 1 };
    await at().context.db.updateTable("races").set(without).where("id", "=", id).execute();
    expect(await report(id)).toMatchObject({ processing_status: 1, report: null, corrections: [] });
    const { bytes } = await coach.call("GET", `/api/races/${id}/report/columns/`);
    expect(racesOfArrow(bytes)).toEqual([]);
    expect((await put(id, [SPLIT])).body).toMatchObject({ report: null, corrections: [SPLIT] });
    const portsmouth = { action: "set_rating", track: String(tracks[0]), rating: 1100 };
    expect((await put(id, [portsmouth])).status).toBe(400);
    expect((await report(id)).corrections).toEqual([SPLIT]);
  });

  it("names the tracks by their ids, and has columns of the same races and boats", async () => {
    const id = await done(await create(tracks));
    const { report: day, processing_status } = await report(id);
    expect(processing_status).toBe(3);
    expect(day!.races[0]!.boats.map(({ track }) => track).sort()).toEqual(tracks.map(String).sort());
    expect(day!.races[0]!.wind_source).toBe("fleet");
    const columns = await coach.call("GET", `/api/races/${id}/report/columns/`);
    expect(columns.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
    const races = racesOfArrow(columns.bytes);
    expect(races.map((boats) => boats.map(({ track }) => track).sort())).toEqual(
      day!.races.map(({ boats }) => boats.map(({ track }) => track).sort()),
    );
    const etag = columns.headers.get("etag")!;
    const again = await coach.call("GET", `/api/races/${id}/report/columns/`, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("is corrected by the race's coach alone, and keeps the corrections when the race is analysed again", async () => {
    const id = await done(await create(tracks.slice(0, 3)));
    const exclude = { action: "exclude_boat", at: AT, track: String(tracks[1]) } as const;
    const gun = { action: "set_gun", at: AT, gun_time: "2026-07-04T11:05:00.000Z" } as const;
    const { status, body } = await put(id, [gun, exclude]);
    expect([status, body.corrections]).toEqual([200, [gun, exclude]]);
    expect((await put(id, [], sailors[0]!)).status).toBe(403);
    expect(await report(id)).toEqual(body);
    const [race] = (body as RaceReportAnswer).report!.races;
    expect([race!.gun_basis, race!.start_time, race!.tracks]).toEqual(["typed", gun.gun_time, expect.any(Array)]);
    expect(race!.tracks).not.toContain(exclude.track);
    await coach.call("PATCH", `/api/races/${id}/tracks/`, { json: { tracks: tracks.slice(0, 4) } });
    await done(id);
    const later = await report(id);
    expect([later.corrections, later.version]).toEqual([[gun, exclude], body.version]);
    expect((await put(id, [])).body.corrections).toEqual([]);
  });

  it("refuses what is no correction, and one of two editors that read the same", async () => {
    const id = await done(await create(tracks.slice(0, 2)));
    const refused: unknown[][] = [
      [{ action: "set_gun", at: AT }],
      [{ ...SPLIT, at: "yesterday" }],
      [{ action: "place_mark", at: AT, waypoint: 1, mark: 2, lat_deg: 50, lon_deg: 0 }],
      [{ ...SPLIT, by: "me" }],
      Array.from({ length: 501 }, () => SPLIT),
    ];
    for (const corrections of refused) expect((await put(id, corrections)).status).toBe(400);
    const { version } = await report(id);
    const headers = { "if-match": `"${version}"` };
    expect((await put(id, [SPLIT], coach, headers)).status).toBe(200);
    const second = await put(id, [], coach, headers);
    expect([second.status, second.body.code]).toEqual([412, "changed"]);
    expect((await report(id)).corrections).toEqual([SPLIT]);
  });

  it("has corrections about its own tracks alone, and no more of them with those about tracks that became private", async () => {
    const sailor = sailors[3]!;
    const id = await done(await create([tracks[0]!, tracks[3]!]));
    const clocks = (count: number, track: number) =>
      Array.from({ length: count }, (_, i) => ({ action: "set_clock", track: String(track), ahead_s: i }) as const);
    const stored = async () => {
      const row = at().context.db.selectFrom("races").select("corrections").where("id", "=", id);
      return (await row.executeTakeFirstOrThrow()).corrections;
    };
    const other = await put(id, clocks(1, tracks[1]!));
    expect([other.status, other.body]).toEqual([
      400,
      { corrections: [`Track ${tracks[1]} is not in this race, or is not shared with you.`] },
    ]);
    expect((await put(id, clocks(300, tracks[3]!))).status).toBe(200);
    const show = (permissions: string) => sailor.call("PATCH", `/api/tracks/${tracks[3]}/`, { json: { permissions } });
    expect((await show("PRIVATE")).status).toBe(200);
    try {
      expect((await put(id, clocks(1, tracks[3]!))).body.corrections).toEqual([expect.stringContaining("not shared")]);
      expect((await put(id, clocks(201, tracks[0]!))).body.corrections).toEqual([
        "A race can have 500 corrections, and 300 are about tracks that are not shared with you. Send fewer.",
      ]);
      for (let times = 0; times < 3; times++) expect((await put(id, clocks(200, tracks[0]!))).status).toBe(200);
      expect(await stored()).toHaveLength(500);
      // As a version that took any track has left them.
      const left = [...(await stored()), ...clocks(40, 999_999)];
      await at()
        .context.db.updateTable("races")
        .set({ corrections: JSON.stringify(left) })
        .where("id", "=", id)
        .execute();
      expect((await put(id, [SPLIT])).body.corrections).toEqual([SPLIT]);
      expect(await stored()).toEqual([...clocks(300, tracks[3]!), SPLIT]);
    } finally {
      await show("PUBLIC");
    }
  });

  it("stays stored with its points for some sets of tracks alone, however often what they hold changes", async () => {
    const id = await done(await create(tracks.slice(0, 2)));
    const { db, storage } = at().context;
    const { result_key } = await db
      .selectFrom("races")
      .select("result_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const stored = async (folder: string) => (await storage.listOlderThan(`${result_key}/${folder}`, -1000)).length;
    for (let times = 0; times < LIMITS.race_variants + 3; times++) {
      const json = { last_name: `Lovelace${times}` };
      expect((await sailors[0]!.call("PATCH", "/api/users/", { json })).status).toBe(200);
      expect((await coach.call("GET", `/api/races/${id}/`)).status).toBe(200);
      const corrections = JSON.stringify([{ ...SPLIT, at: `2026-07-04T11:12:00.0${10 + times}Z` }]);
      await db.updateTable("races").set({ corrections }).where("id", "=", id).execute();
      expect((await report(id)).report).not.toBeNull();
      expect((await coach.call("GET", `/api/races/${id}/report/columns/`)).status).toBe(200);
    }
    expect([await stored("points"), await stored("reports")]).toEqual([LIMITS.race_variants, 2 * LIMITS.race_variants]);
  }, 60_000);

  it("is of the boats that the viewer may view, and says nothing of the others", async () => {
    const json = { boat_name: "Laser", permissions: "PRIVATE" };
    const hidden = await coach.upload("hidden.gpx", fleetBoat({ seed: 31, minutes: 40, race: {} }), json);
    const id = await done(await create([...tracks.slice(0, 3), hidden.id]));
    const about_hidden = { action: "set_clock", track: String(hidden.id), ahead_s: 1 } as const;
    const all = (await put(id, [about_hidden, SPLIT])).body as RaceReportAnswer;
    const some = await report(id, sailors[4]!);
    expect([all.corrections, some.corrections]).toEqual([[about_hidden, SPLIT], [SPLIT]]);
    expect(JSON.stringify(some.report)).not.toContain(`"${hidden.id}"`);
    const columns = await sailors[4]!.call("GET", `/api/races/${id}/report/columns/`);
    expect(
      racesOfArrow(columns.bytes)
        .flat()
        .map(({ track }) => track),
    ).not.toContain(String(hidden.id));
    const { share_id } = (await coach.call("POST", `/api/races/${id}/share/`, { json: {} })).body;
    const shared = await at().call("GET", `/api/races/${id}/report/?share_id=${share_id}`);
    expect([shared.status, shared.body.corrections]).toEqual([200, [about_hidden, SPLIT]]);
    expect((await at().call("GET", `/api/races/${id}/report/?share_id=${share_id}x`)).status).toBe(404);
  });

  it("has places by corrected time of ratings, and without one for a boat that is scored", async () => {
    const id = await done(await create(tracks));
    const finishers = (await report(id)).report!.races[0]!.boats.filter(({ elapsed_s }) => elapsed_s !== null);
    const rate = ({ track }: { track: string }, rating: number) => ({ action: "set_rating", track, rating }) as const;
    const last = finishers.at(-1)!;
    const ocs = { action: "set_score", at: AT, track: finishers[0]!.track, score: "ocs" } as const;
    const ratings = finishers.map((boat) => rate(boat, boat === last ? 0.5 : 1));
    const { body } = await put(id, [...ratings, ocs]);
    const { handicap } = (body as RaceReportAnswer).report!.races[0]!;
    expect(handicap).toMatchObject({ system: "time_on_time", course_nm: null });
    expect(handicap!.boats[0]).toMatchObject({ track: last.track, place: 1, corrected_s: last.elapsed_s! / 2 });
    expect(handicap!.boats.find(({ track }) => track === ocs.track)).toMatchObject({ place: null, score: "ocs" });
    const portsmouth = await put(id, [rate(last, 1100)]);
    expect([portsmouth.status, JSON.stringify(portsmouth.body)]).toEqual([
      400,
      expect.stringContaining("a time correction factor is between 0.1 and 10"),
    ]);
  });

  it("is a spreadsheet with results, marks and legs of the boats that the viewer may view", async () => {
    const json = { boat_name: "Laser", permissions: "PRIVATE" };
    const hidden = await coach.upload("hidden.gpx", fleetBoat({ seed: 31, minutes: 40, race: {} }), json);
    const id = await done(await create([...tracks.slice(0, 3), hidden.id]));
    const sheets = async (by: Person) => {
      const { status, bytes } = await by.call("GET", `/api/races/${id}/report/spreadsheet/`);
      expect(status).toBe(200);
      return (await readXlsx(bytes)).sheets;
    };
    const [all, some] = [await sheets(coach), await sheets(sailors[4]!)];
    expect(all.map(({ name }) => name)).toEqual(["Results", "Starts", "Marks", "Legs", "Course", "Remarks"]);
    const race = (await report(id)).report!.races[0]!;
    const [heads, ...rows] = all[0]!.rows;
    expect(heads!.slice(0, 5)).toEqual(["Race", "Boat", "File", "Gun", "Place"]);
    expect(rows.map((row) => row[4])).toEqual(race.boats.map(({ place }) => place));
    expect(rows.map((row) => row[2])).toContain("hidden.gpx");
    expect(all[3]!.rows.length - 1).toBe(race.boats.flatMap(({ legs }) => legs.filter(Boolean)).length);
    expect(JSON.stringify(some)).not.toContain("hidden");
    const without = { result_key: null, processing_status: 1 };
    await at().context.db.updateTable("races").set(without).where("id", "=", id).execute();
    expect((await coach.call("GET", `/api/races/${id}/report/spreadsheet/`)).status).toBe(204);
  });

  it("says why one of two boats gained on a leg, of those that the viewer may view", async () => {
    const json = { boat_name: "Laser", permissions: "PRIVATE" };
    const hidden = await coach.upload("hidden.gpx", fleetBoat({ seed: 31, minutes: 40, race: {} }), json);
    const id = await done(await create([...tracks.slice(0, 3), hidden.id]));
    const { start_time } = (await report(id)).report!.races[0]!;
    const duel = (a: number, b: number, by = coach, leg = 0) =>
      by.call("GET", `/api/races/${id}/report/duel/?start_time=${start_time}&a=${a}&b=${b}&leg=${leg}`);
    const { status, body } = await duel(tracks[0]!, hidden.id);
    expect([status, body.duel.a, body.duel.b]).toEqual([200, String(tracks[0]), String(hidden.id)]);
    const { start_m, end_m, sum } = body.duel as Duel;
    expect(sum.total_m).toBeCloseTo(end_m - start_m, 6);
    expect((await duel(tracks[0]!, hidden.id, sailors[4]!)).body).toEqual({ duel: null });
    expect((await duel(tracks[0]!, tracks[1]!, sailors[4]!)).body.duel).not.toBeNull();
    expect((await duel(tracks[0]!, tracks[1]!, coach, 20)).body).toEqual({ duel: null });
    expect((await duel(tracks[0]!, tracks[1]!, coach, -1)).status).toBe(400);
  });

  it("has its legs in % of the viewer's target polar, in a wind strength by hand where none was measured", async () => {
    const json = { permissions: "PRIVATE", boat_name: "Laser" };
    const hidden = await coach.upload("private.gpx", fleetBoat({ seed: 32, minutes: 40, race: {} }), json);
    const id = await done(await create([...tracks.slice(0, 3), hidden.id]));
    const target = async (query = "", by = coach) => {
      const { status, body } = await by.call("GET", `/api/races/${id}/report/target/${query}`);
      return [status, body] as [number, RaceTargetAnswer];
    };
    expect(await target()).toEqual([200, { targets: [], races: [] }]);
    const file = "twa/tws;8;16\n45;4.4;5\n90;5.2;8\n135;5;7.6\n170;4.4;6.5\n";
    const keep = (by: Person, json: object) => by.call("POST", "/api/targets/", { json: { file, ...json } });
    await keep(coach, { boat_class: "49er", name: "Another class" });
    expect(await target()).toEqual([200, { targets: [], races: [] }]);
    const kept = (await keep(coach, { boat_class: "Laser", name: "Tuning guide" })).body;
    const [, without] = await target();
    expect(without.targets).toEqual([{ id: kept.id, boat_class: "Laser", name: "Tuning guide", over_ground: false }]);
    expect([without.races[0]!.tws_kn, without.races[0]!.measured_by]).toEqual([null, 0]);
    expect(without.races[0]!.boats.flatMap(({ legs }) => legs).every((leg) => leg === null)).toBe(true);
    const [, given] = await target("?tws_kn=12.5");
    const { races } = (await report(id)).report!;
    expect(given.races[0]!.boats.map(({ track }) => track)).toEqual(races[0]!.boats.map(({ track }) => track));
    const percents = given.races[0]!.boats.flatMap(({ legs }) => legs.flatMap((leg) => leg?.percent ?? []));
    expect(percents.length).toBeGreaterThan(4);
    expect(Math.min(...percents)).toBeGreaterThan(60);
    expect(Math.max(...percents)).toBeLessThan(140);
    // Another polar, and another viewer, who sees no PRIVATE track.
    await keep(coach, { boat_class: "Laser", name: "Over the ground", over_ground: true });
    expect((await target("?tws_kn=12.5"))[1].targets[0]!.name).toBe("Over the ground");
    expect(await target("", sailors[0]!)).toEqual([200, { targets: [], races: [] }]);
    await keep(sailors[0]!, { boat_class: "Laser", name: "Own" });
    const shown = (await target("?tws_kn=12.5", sailors[0]!))[1].races[0]!.boats.map(({ track }) => track);
    expect(shown).not.toContain(String(hidden.id));
    expect(shown.length).toBe(3);
    for (const wrong of ["0", "101", "-3", "fast"]) expect((await target(`?tws_kn=${wrong}`))[0], wrong).toBe(400);
  });

  it("is deleted with the race", async () => {
    const { db, storage } = at().context;
    const id = await done(await create(tracks.slice(0, 2)));
    await report(id);
    const { result_key } = await db
      .selectFrom("races")
      .select("result_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const files = async () => {
      const found: string[] = [];
      for await (const page of storage.pages(`${result_key}/reports`)) found.push(...page.files.map(({ key }) => key));
      return found;
    };
    expect(await files()).toHaveLength(1);
    await coach.call("DELETE", `/api/races/${id}/`);
    await expect.poll(files).toEqual([]);
  });
});
