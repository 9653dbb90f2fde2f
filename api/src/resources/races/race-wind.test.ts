import { gunzipSync } from "node:zlib";
import { columnsOfArrow } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { FLEET_TWD_DEG, fleetBoat } from "../../../test/fleet-boat.ts";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import type { Race, RaceReportAnswer } from "../../app/contract.ts";
import { RACE_WIND } from "./race-wind.ts";
import { sweepRaces } from "./renew.ts";
import type { RaceDetail } from "./schema.ts";

/** Error of a direction against the truth, degrees. */
const off = (ewd: number) => Math.abs(((ewd - FLEET_TWD_DEG + 540) % 360) - 180);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

onEveryDatabase("the wind of a race", (at) => {
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
      const track = await sailor.upload(`${seed}.gpx`, fleetBoat({ seed }), { boat_name: "Laser" });
      sailors.push(sailor);
      tracks.push(track.id);
    }
  }, 240_000);

  const create = async (ids: number[]) => {
    const { status, body } = await coach.call("POST", "/api/races/", { json: { tracks: ids } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ processing_status: 1, track_ids: expect.arrayContaining(ids) });
    return body.id as number;
  };
  const read = async (id: number, query = "") => (await coach.call("GET", `/api/races/${id}/${query}`)).body;

  const listed = async (id: number, by = coach): Promise<Race> =>
    (await by.call("GET", "/api/races/")).body.results.find((race: Race) => race.id === id);

  const done = (id: number): Promise<Race> =>
    until(async () => {
      const { body } = await coach.call("GET", `/api/races/info/${id}/`);
      return [2, 3].includes(body.processing_status) && body;
    });

  it.each([2, 5])("of %d boats is that of the simulation, and each boat's angles are against it", async (count) => {
    const id = await create(tracks.slice(0, count));
    expect(await done(id)).toMatchObject({ processing_status: 3, error: null, wind_reason: null });
    const { static_map, static_map_dark, wind: mean_wind } = await listed(id);
    expect(off(mean_wind!.twd_deg)).toBeLessThan(8);
    expect(mean_wind!.sd_deg).toBeLessThan(20);
    for (const address of [static_map!, static_map_dark!]) {
      expect(address).toContain(`race-results/${id}/`);
      expect((await coach.call("GET", address)).headers.get("content-type")).toBe("image/png");
    }
    const race: RaceDetail = await read(id);
    expect(race.wind_estimates.length).toBeGreaterThan(60);
    expect(mean(race.wind_estimates.map(({ ewd }) => off(ewd)))).toBeLessThan(8);
    expect(race.track).toHaveLength(count);
    for (const boat of race.track) {
      expect(boat).toMatchObject({ has_vote: true, wind_reason: null });
      expect(boat.racepoints).toHaveLength(boat.trackpoints.length);
      expect(boat.segments.length).toBeGreaterThan(5);
      const sailing = boat.racepoints.filter(({ etwa }) => etwa !== null);
      expect(sailing.length).toBeGreaterThan(boat.racepoints.length * 0.6);
      const point = sailing[Math.floor(sailing.length / 2)]!;
      const { cog, sog } = boat.trackpoints[point.id]!.metrics as { cog: number; sog: number };
      const angle = (point.etwa! * Math.PI) / 180;
      expect(Math.abs(((point.race_wind_estimate!.ewd - cog - point.etwa! + 540) % 360) - 180)).toBeLessThan(0.2);
      expect(point.vmg).toBeCloseTo(sog * Math.cos(angle), 1);
      expect(point.lvg).toBeCloseTo(-sog * Math.sin(angle), 1);
    }
    const wind = await coach.call("GET", `/api/races/wind/${id}/`);
    expect(wind.body).toMatchObject({
      id,
      processing_status: 3,
      wind_estimates: race.wind_estimates,
      wind_reason: null,
    });
    expect(wind.body.tracks).toHaveLength(count);
  });

  it("is read with the boats, and without their points on request", async () => {
    const id = await create(tracks.slice(0, 2));
    // Also before the wind is estimated.
    expect((await read(id)).track[0].trackpoints.length).toBeGreaterThan(1000);
    await done(id);
    const { track, wind_estimates } = await read(id, "?notrackpoints=true");
    expect(wind_estimates.length).toBeGreaterThan(60);
    expect(Object.keys(track[0])).not.toContain("trackpoints");
    const authorization = `Bearer ${coach.session.access}`;
    const headers = { authorization, "accept-encoding": "gzip" };
    const answer = await at().fetch(new Request(`http://leebow.test/api/races/${id}/`, { headers }));
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    const plain = gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString();
    expect(JSON.parse(plain).track).toHaveLength(2);
  });

  it("makes one boat of the tracks of one sailor, with the offsets of its segments shifted", async () => {
    const later = await sailors[0]!.upload("later.gpx", fleetBoat({ seed: 1, start_min: 40 }), { boat_name: "Laser" });
    const id = await create([later.id, tracks[1]!, tracks[0]!]);
    await done(id);
    const race: RaceDetail = await read(id);
    expect(race.competitors).toHaveLength(2);
    const boat = race.track.find(({ track_ids }) => track_ids.length === 2)!;
    expect(boat.track_ids).toEqual([tracks[0], later.id]);
    expect(boat.trackpoints.map((point) => point.id)).toEqual(boat.trackpoints.map((_, i) => i));
    const times = boat.trackpoints.map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    for (const { start, finish, start_time, end_time } of boat.segments) {
      // At 1 Hz.
      expect(Math.abs(Date.parse(times[start]!) - Date.parse(start_time))).toBeLessThan(1500);
      expect(Math.abs(Date.parse(times[finish - 1]!) - Date.parse(end_time))).toBeLessThan(1500);
    }
    expect(boat.segments.some(({ start }) => start > times.indexOf(later.start_time!))).toBe(true);
  });

  it("is that of every race of the day where the recordings end between the races", async () => {
    const second: number[] = [];
    for (const [at_sailor, sailor] of sailors.entries()) {
      const bytes = fleetBoat({ seed: at_sailor + 11, start_min: 60 });
      second.push((await sailor.upload(`second-${at_sailor}.gpx`, bytes, { boat_name: "Laser" })).id);
    }
    const id = await create([...tracks, ...second]);
    await done(id);
    const { wind_estimates }: RaceDetail = await read(id);
    const hours = new Set(wind_estimates.map(({ time }) => time.slice(11, 13)));
    expect([...hours].sort()).toEqual(["11", "12"]);
    expect(wind_estimates.map(({ time }) => time)).toEqual(wind_estimates.map(({ time }) => time).sort());
    const { body } = await coach.call("GET", `/api/races/${id}/report/`);
    const starts = (body as RaceReportAnswer).report!.races.map(({ start_time }) => start_time.slice(11, 13));
    expect(starts).toEqual(["11", "12"]);
  });

  it("is null with a reason for boats that did not sail together, which one uploader leaves apart", async () => {
    const far = await sailors[0]!.upload("far.gpx", fleetBoat({ seed: 9, lat_deg: 54 }), { boat_name: "Laser" });
    const id = await create([tracks[0]!, far.id]);
    expect(await done(id)).toMatchObject({ processing_status: 3, wind_reason: expect.stringContaining("4 km") });
    const race: RaceDetail = await read(id);
    expect(race.wind_estimates).toEqual([]);
    // At the same time in two places: two boats.
    expect(race.track.map(({ track_ids }) => track_ids)).toEqual([[tracks[0]], [far.id]]);
    expect(race.track[0]!.wind_reason).toContain("did not sail at the same time");
    expect(race.track[0]!.racepoints[500]).toEqual({
      id: 500,
      race_wind_estimate: null,
      etwa: null,
      vmg: null,
      lvg: null,
    });
  });

  it("is updated when a track is analysed again, with the former one readable until then", async () => {
    const id = await create(tracks.slice(0, 3));
    const former = await read(await done(id).then(() => id));
    const json = { wind_hint_deg: FLEET_TWD_DEG };
    await sailors[2]!.call("PATCH", `/api/tracks/${tracks[2]}/`, { json });
    const updating = await coach.call("GET", `/api/races/info/${id}/`);
    expect(updating.body.processing_status).toBe(4);
    expect((await read(id)).wind_estimates).toEqual(former.wind_estimates);
    await processed(sailors[2]!.call, tracks[2]!);
    expect(await done(id)).toMatchObject({ processing_status: 3, error: null });
    expect(mean((await read(id)).wind_estimates.map(({ ewd }: { ewd: number }) => off(ewd)))).toBeLessThan(8);
  });

  it("waits for a track that is not analysed yet, and says what was the matter with one that cannot be", async () => {
    const bad = await sailors[3]!.upload("bad.gpx", readFixture("broken/no-positions.gpx"), { boat_name: "Laser" });
    const id = await create([tracks[0]!, tracks[1]!, bad.id]);
    expect(await done(id)).toMatchObject({ processing_status: 3 });
    const race: RaceDetail = await read(id);
    const boat = race.track.find((one) => one.id === bad.id)!;
    expect(boat).toMatchObject({ wind_reason: bad.error, trackpoints: [], racepoints: [], segments: [] });
  });

  it("is estimated without a track that is deleted, whose points are gone at once; a race without tracks is not listed", async () => {
    const own = await coach.upload("own.gpx", fleetBoat({ seed: 21 }), { boat_name: "Laser" });
    const second = await coach.upload("second.gpx", fleetBoat({ seed: 22 }), { boat_name: "Laser" });
    const id = await create([own.id, second.id]);
    await done(id);
    expect((await read(id)).track).toHaveLength(2);
    await coach.call("DELETE", `/api/tracks/${own.id}/`);
    expect((await read(id)).track.map((boat: { id: number }) => boat.id)).toEqual([second.id]);
    expect(await done(id)).toMatchObject({ track_ids: [second.id], wind_reason: expect.any(String) });
    await coach.call("DELETE", `/api/tracks/${second.id}/`);
    expect(await done(id)).toMatchObject({ track_ids: [], competitors: [], start_time: null });
    expect((await read(id)).track).toEqual([]);
    const { body } = await coach.call("GET", "/api/races/");
    expect(body.results.map((race: Race) => race.id)).not.toContain(id);
  });

  it("shows the boats of the tracks a viewer may view, also to the holder of the link", async () => {
    const hidden = await coach.upload("h.gpx", fleetBoat({ seed: 31 }), { boat_name: "Laser", permissions: "PRIVATE" });
    const id = await create([tracks[0]!, hidden.id]);
    await done(id);
    const seen = await sailors[4]!.call("GET", `/api/races/${id}/`);
    expect(seen.body.track.map((boat: { id: number }) => boat.id)).toEqual([tracks[0]]);
    const { share_id } = (await coach.call("POST", `/api/races/${id}/share/`, { json: {} })).body;
    const shared = await at().call("GET", `/api/races/${id}/?share_id=${share_id}`);
    expect(shared.body.track).toHaveLength(2);
    const path = `/api/races/${id}/tracks/${hidden.id}`;
    const columns = await at().call("GET", `${path}/columns/?share_id=${share_id}`);
    expect(columns.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
    const of_positions = `${path}/columns/?share_id=${share_id}&only=positions`;
    const positions = await at().call("GET", of_positions);
    const { channels, ...fixes } = columnsOfArrow(columns.bytes);
    expect(Object.keys(channels)).toContain("sog");
    expect(columnsOfArrow(positions.bytes)).toEqual({ ...fixes, channels: {} });
    const etag = positions.headers.get("etag")!;
    expect((await at().call("GET", of_positions, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await at().call("GET", `${path}/columns/?share_id=${share_id}&only=sog`)).status).toBe(400);
    expect((await sailors[4]!.call("GET", `${path}/columns/?only=positions`)).status).toBe(404);
    const analysis = await at().call("GET", `${path}/analysis/?share_id=${share_id}`);
    expect(analysis.body.files).toHaveLength(1);
    expect((await sailors[4]!.call("GET", `${path}/columns/`)).status).toBe(404);
  });

  it("ends in status 2 with a sentence when it cannot be estimated, and a later change tries again", async () => {
    const { context } = at();
    const id = await create(tracks.slice(0, 2));
    await done(id);
    await context.db.updateTable("races").set({ processing_status: 1 }).where("id", "=", id).execute();
    await RACE_WIND.onFailed(context, { race_id: id, revision: 1 });
    expect(await done(id)).toMatchObject({ processing_status: 2, error: "There was an error processing this race." });
    const json = { tracks: tracks.slice(0, 3) };
    expect((await coach.call("PATCH", `/api/races/${id}/tracks/`, { json })).body.processing_status).toBe(4);
    expect(await done(id)).toMatchObject({ processing_status: 3, error: null });
  });

  it("is estimated again by the sweep when its job was lost or an account with a track was deleted", async () => {
    const { context } = at();
    const leaving = await at().signUp("Leaving");
    const { id: track_id } = await leaving.upload("l.gpx", fleetBoat({ seed: 41 }), { boat_name: "Laser" });
    const id = await create([tracks[0]!, tracks[1]!, track_id]);
    await done(id);
    await context.db.deleteFrom("users").where("id", "=", leaving.session.user.id).execute();
    await sweepRaces(context);
    expect((await coach.call("GET", `/api/races/info/${id}/`)).body.processing_status).toBe(4);
    expect(await done(id)).toMatchObject({ processing_status: 3 });
    expect((await coach.call("GET", `/api/races/wind/${id}/`)).body.tracks).toHaveLength(2);
    const { revision } = await context.db
      .selectFrom("races")
      .select("revision")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await sweepRaces(context);
    const after = await context.db.selectFrom("races").select("revision").where("id", "=", id).executeTakeFirst();
    expect(after!.revision).toBe(revision);
  });

  it("is estimated again for however many races, some in each transaction", async () => {
    const { context } = at();
    const { jobs } = context;
    await sql`insert into races (user_id, name, processing_status, sort_time)
      select ${coach.session.user.id}::integer, 'Lost ' || n, 1, now() from generate_series(1, 450) as n`.execute(
      context.db,
    );
    const transactions = new Map<unknown, number>();
    const enqueue: typeof jobs.enqueue = async (trx) => void transactions.set(trx, (transactions.get(trx) ?? 0) + 1);
    await sweepRaces({ ...context, jobs: { ...jobs, enqueue } });
    const counts = [...transactions.values()];
    expect(counts.reduce((sum, count) => sum + count)).toBe(450);
    expect(Math.max(...counts)).toBeLessThanOrEqual(200);
  });
});
