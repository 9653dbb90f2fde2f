import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { idOf, insertTeam } from "../../../test/rows.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";

onEveryDatabase("a race that a stranger makes of a public track", (at) => {
  let stranger: Person;
  let owner: Person;
  let mate: Person;
  let tracks: { owner: number; stranger: number; mate: number };

  beforeAll(async () => {
    [stranger, owner, mate] = [await at().signUp("Stranger"), await at().signUp("Owner"), await at().signUp("Mate")];
    await sql`update users set enabled_features = '["coach_tools"]'`.execute(at().context.db);
    const upload = async (person: Person) =>
      (await person.upload("ilca-weymouth.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" })).id;
    tracks = { owner: await upload(owner), stranger: await upload(stranger), mate: await upload(mate) };
    await insertTeam(at().context.db, { coaches: [mate], athletes: [owner] });
  }, 120_000);

  const newRace = async (by: Person, ids = [tracks.owner, tracks.stranger]): Promise<number> => {
    const { status, body } = await by.call("POST", "/api/races/", { json: { tracks: ids } });
    expect(status).toBe(201);
    return body.id;
  };
  const listedTo = async (person: Person, id: number, mode = "mine") => {
    const { body } = await person.call("GET", `/api/races/?owner=${mode}`);
    return (body.results as { id: number }[]).some((race) => race.id === id);
  };
  const leave = (person: Person, id: number) => person.call("DELETE", `/api/races/${id}/participation/`);
  const info = async (person: Person, id: number) => (await person.call("GET", `/api/races/info/${id}/`)).body;

  it("is not in the lists of the track's owner; one by a team that the owner has agreed to be in is", async () => {
    const by_stranger = await newRace(stranger);
    const by_mate = await newRace(mate);
    for (const mode of ["mine", "team"]) {
      expect([await listedTo(owner, by_stranger, mode), await listedTo(owner, by_mate, mode)]).toEqual([false, true]);
    }
    expect(await listedTo(mate, by_stranger, "team")).toBe(false);
    expect(await listedTo(stranger, by_stranger)).toBe(true);
    // It opens by its address: the track is public.
    expect(await info(owner, by_stranger)).toMatchObject({ id: by_stranger, can: { edit: false, leave: true } });
    // A stranger who adds the owner to a team has not made it a team of the owner's.
    const team_id = await insertTeam(at().context.db, { coaches: [stranger], pending: [owner] });
    expect(await listedTo(owner, by_stranger)).toBe(false);
    await owner.call("PATCH", `/api/teams/${team_id}/membership/`, { json: { permissions: "COACH_ONLY" } });
    expect(await listedTo(owner, by_stranger)).toBe(true);
    await at().context.db.deleteFrom("teams").where("id", "=", team_id).execute();
  });

  it("is left by the owner of a track in it, for good", async () => {
    const id = await newRace(stranger, [tracks.owner, tracks.stranger, tracks.mate]);
    await waitForJobs(at());
    expect((await leave(owner, id)).status).toBe(204);
    const left = await info(stranger, id);
    expect(left.track_ids.sort()).toEqual([tracks.stranger, tracks.mate].sort());
    expect([3, 4]).toContain(left.processing_status);
    expect((await info(owner, id)).can.leave).toBe(false);
    expect((await leave(owner, id)).status).toBe(403);
    const put = (ids: number[]) => stranger.call("PATCH", `/api/races/${id}/tracks/`, { json: { tracks: ids } });
    expect((await put([tracks.owner, tracks.stranger])).body).toEqual({
      tracks: [`Track ${tracks.owner} cannot be in this race: the sailor has left it.`],
    });
    expect((await put([tracks.stranger, tracks.mate])).status).toBe(200);
    expect((await owner.call("GET", `/api/tracks/${tracks.owner}/?notrackpoints=true`)).status).toBe(200);
    await waitForJobs(at());
    expect(await info(stranger, id)).toMatchObject({ processing_status: 3 });
  });

  it("is not left by its coach, nor by those without a track in it, nor where it is not seen", async () => {
    const id = await newRace(stranger);
    const told = "A race is left by those whose tracks are in it. Its coach chooses its tracks, or deletes it.";
    for (const person of [stranger, mate])
      expect(await leave(person, id)).toMatchObject({ status: 403, body: { detail: told } });
    const nobody = await at().signUp("Nobody");
    for (const track of [tracks.owner, tracks.stranger]) {
      const person = track === tracks.owner ? owner : stranger;
      await person.call("PATCH", `/api/tracks/${track}/`, { json: { permissions: "PRIVATE" } });
    }
    expect((await leave(nobody, id)).status).toBe(404);
    expect((await leave(owner, id)).status).toBe(204);
    for (const [person, track] of [
      [owner, tracks.owner],
      [stranger, tracks.stranger],
    ] as const) {
      await person.call("PATCH", `/api/tracks/${track}/`, { json: { permissions: "PUBLIC" } });
    }
  });

  it("forgets who has left it when it is deleted", async () => {
    const { db } = at().context;
    const id = await newRace(stranger);
    await leave(owner, id);
    const departures = () => db.selectFrom("race_departures").selectAll().where("race_id", "=", id).execute();
    expect(await departures()).toMatchObject([{ race_id: id, user_id: idOf(owner), left_at: expect.any(Date) }]);
    await stranger.call("DELETE", `/api/races/${id}/`);
    expect(await departures()).toEqual([]);
  });
});
