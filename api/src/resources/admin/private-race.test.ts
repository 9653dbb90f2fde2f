import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import type { AuditEntry, Race } from "../../app/contract.ts";

const FILE = "ilca-weymouth.gpx";

onEveryDatabase("a race with private tracks, before an administrator", (at) => {
  let ada: Person;
  let ben: Person;
  let elsa: Person;
  let finn: Person;
  /** Ben's is PUBLIC, the others are PRIVATE. */
  let tracks: { ben: number; elsa: number; finn: number };
  let race: number;

  const db = () => at().context.db;
  const get = (path: string, by: Pick<Person, "call"> = ada) => by.call("GET", `/api/${path}`);
  const open = (json: object, by = ada) => by.call("POST", `/api/admin/races/${race}/open/`, { json });
  const audit = async (): Promise<AuditEntry[]> => (await get("admin/audit/")).body.results;

  beforeAll(async () => {
    const names = ["Ada", "Ben", "Elsa", "Finn"];
    [ada, ben, elsa, finn] = (await Promise.all(names.map((name) => at().signUp(name)))) as [
      Person,
      Person,
      Person,
      Person,
    ];
    await sql`update users set role = 1 where id = ${ada.session.user.id}`.execute(db());
    const upload = async (person: Person, permissions: string) =>
      (await person.upload(FILE, readFixture(FILE), { boat_name: "Laser", permissions })).id;
    tracks = {
      ben: await upload(ben, "PUBLIC"),
      elsa: await upload(elsa, "PRIVATE"),
      finn: await upload(finn, "PRIVATE"),
    };
    const json = { name: "Thursday", tracks: Object.values(tracks) };
    race = (await ada.call("POST", "/api/races/", { json })).body.id;
    await waitForJobs(at());
  }, 120_000);

  /** Statuses of the calls that show what the race and its tracks hold. */
  const shown = async (query = "", by: Pick<Person, "call"> = ada) => {
    const of_track = (id: number) => [`races/${race}/tracks/${id}/columns/`, `races/${race}/tracks/${id}/analysis/`];
    const paths = [`races/${race}/`, `races/wind/${race}/`, ...of_track(tracks.elsa), ...of_track(tracks.ben)];
    return Promise.all(paths.map(async (path) => (await get(`${path}${query}`, by)).status));
  };
  const READ = [200, 200, 200, 200, 200, 200];
  const mapOf = async (by = ada): Promise<string> => (await get(`races/info/${race}/`, by)).body.static_map;

  it("is not shown without the reason: the answer names the private tracks, and its picture has none of them", async () => {
    expect(await shown()).toEqual([409, 409, 409, 409, 200, 200]);
    for (const query of ["", "?notrackpoints=true"]) {
      const which = `${tracks.elsa} of Elsa Lovelace, ${tracks.finn} of Finn Lovelace`;
      expect((await get(`races/${race}/${query}`)).body).toEqual({
        detail: `This race has the private tracks ${which}. Give the reason to look at them: the audit keeps it.`,
        code: "reason_required",
      });
    }
    // Its name and those of its boats are in the list.
    const info = (await get(`races/info/${race}/`)).body as Race;
    expect(info.track_ids).toEqual(Object.values(tracks));
    const { result_key } = await db()
      .selectFrom("tracks")
      .select("result_key")
      .where("id", "=", tracks.ben)
      .executeTakeFirstOrThrow();
    expect(info.static_map).toContain(result_key);
    const listed = (await get("races/?owner=all")).body.results[0] as Race;
    expect(listed.static_map).toContain(result_key);
    // Others are not asked.
    expect((await get(`races/${race}/?notrackpoints=true`, elsa)).status).toBe(200);
    expect((await get(`races/${race}/?notrackpoints=true`, ben)).body.track_ids).toEqual([tracks.ben]);
  });

  it("shows an administrator by its link what the link shows, without a reason", async () => {
    await elsa.call("PUT", `/api/race-consents/${race}/`, { json: { allow: true } });
    const { share_id } = (await ada.call("POST", `/api/races/${race}/share/`, { json: {} })).body;
    expect(await shown(`?share_id=${share_id}`)).toEqual(READ);
    const by_link = (await get(`races/${race}/?notrackpoints=true&share_id=${share_id}`)).body;
    expect(by_link.track_ids).toEqual([tracks.ben, tracks.elsa]);
    expect(await shown()).toEqual([409, 409, 409, 409, 200, 200]);
  });

  it("is shown for twelve hours after the reason, which the audit keeps with each track", async () => {
    expect((await open({ reason: "" })).body).toEqual({ reason: ["Write the reason in some words."] });
    expect((await open({ reason: "wind" }, ben)).status).toBe(403);
    expect((await open({ reason: "for a question about the wind" })).status).toBe(204);
    expect(await shown()).toEqual(READ);
    const map = await mapOf();
    expect(map).toContain("race-results");
    expect((await at().call("GET", map)).status).toBe(200);
    const lines = (await audit()).map(({ who, did, why }) => [who, did, why]);
    const line = (person: string, id: number) => [
      "Ada Lovelace",
      `looked at the private track ${id} of ${person}, in the race Thursday`,
      "for a question about the wind",
    ];
    expect(lines).toEqual([line("Finn Lovelace", tracks.finn), line("Elsa Lovelace", tracks.elsa)]);
    // What is open already is not noted again.
    expect((await open({ reason: "for another question" })).status).toBe(204);
    expect((await audit()).length).toBe(2);
    await sql`update audit_log set at = now() - interval '13 hours' where track_id = ${tracks.finn}`.execute(db());
    expect((await get(`races/${race}/`)).body.detail).toMatch(
      new RegExp(`^This race has the private track ${tracks.finn} of Finn Lovelace\\. `),
    );
    expect(await shown()).toEqual([409, 409, 200, 200, 200, 200]);
    expect((await at().call("GET", map)).status).toBe(404);
    await sql`delete from audit_log`.execute(db());
  });

  it("has private tracks whose pictures and straights ask for the reason as well", async () => {
    const listed = (await get("tracks/?owner=all")).body.results as { id: number; static_map: string | null }[];
    const maps = new Map(listed.map(({ id, static_map }) => [id, static_map]));
    expect(maps.get(tracks.ben)).toEqual(expect.any(String));
    expect(maps.get(tracks.elsa)).toBeNull();
    const { rows } = await sql<{ id: number }>`select id from segments where track_id = ${tracks.elsa}
      and kind = 'straight' limit 2`.execute(db());
    const json = { track: tracks.elsa, name: "Upwind", segments: rows.map(({ id }) => id) };
    const { body: made } = await elsa.call("POST", "/api/straights/", { json });
    const paths = [`straights/?track=${tracks.elsa}`, `straights/${made.id}/`, `straights/${made.id}/corrs/`];
    for (const path of paths) expect((await get(path, elsa)).status).toBe(200);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 409]);
    const reason = { json: { reason: "for a question" } };
    expect((await ada.call("POST", `/api/admin/tracks/${tracks.elsa}/open/`, reason)).status).toBe(204);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});
