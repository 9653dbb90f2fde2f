import { gunzipSync } from "node:zlib";
import { trackOfArrow } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { onOwnServer, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { uploadWind, windLog } from "../../../test/wind.ts";
import { grantFeatures } from "../../resources/account/features.ts";

onOwnServer("files and addresses, after the database was restored to an earlier moment", (at) => {
  /** The rows written since are gone, their files are there, and their ids are given again. */
  const restore = async (table: "tracks" | "races" | "users" | "wind_files", id: number) => {
    const { db } = at().context;
    await sql`delete from ${sql.table(table)} where id >= ${id}`.execute(db);
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id}, false)`.execute(db);
  };

  const files = async (person: Person, id: number) => {
    const columns = await person.call("GET", `/api/tracks/${id}/columns/`, { headers: { "accept-encoding": "gzip" } });
    const { body: csv } = await person.call("GET", `/api/download/exportCSV/${id}/`);
    const points = await at().call("GET", csv.url);
    expect([columns.status, points.status]).toEqual([200, 200]);
    return {
      etag: columns.headers.get("etag"),
      n: trackOfArrow(gunzipSync(columns.bytes)).columns.n,
      points: points.bytes,
    };
  };

  it("of a lost track are not those of the track that has its id now", async () => {
    const [ada, grace] = [await at().signUp(), await at().signUp("Grace")];
    const control = await grace.upload("b.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const wanted = await files(grace, control.id);
    const lost = await ada.upload("a.gpx", readFixture("j70-with-wind-log.gpx"), { permissions: "PRIVATE" });
    const private_files = await files(ada, lost.id);
    await restore("tracks", lost.id);
    const again = await grace.upload("b.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    expect(again.id).toBe(lost.id);
    const served = await files(grace, again.id);
    expect(served.etag).not.toBe(private_files.etag);
    expect([served.n, served.n === private_files.n]).toEqual([wanted.n, false]);
    expect(Buffer.compare(served.points, wanted.points)).toBe(0);
  });

  it("of a lost race and a lost wind file have keys that are not used again", async () => {
    const { db } = at().context;
    const coach = await at().signUp("Coach");
    await grantFeatures(db, coach.session.user.id, ["athlete", "coach_tools"]);
    const recording = readFixture("ilca-weymouth.gpx");
    const tracks: number[] = [];
    for (const name of ["a.gpx", "b.gpx"]) tracks.push((await coach.upload(name, recording)).id);
    const keys = async (table: "races" | "wind_files", id: number) =>
      (await db.selectFrom(table).select("result_key").where("id", "=", id).executeTakeFirstOrThrow()).result_key!;
    const race = async () => {
      const { body } = await coach.call("POST", "/api/races/", { json: { tracks } });
      return { id: body.id as number, key: await until(() => keys("races", body.id)) };
    };
    const wind = async () => {
      const { id } = await uploadWind(at(), coach, windLog());
      return { id, key: await keys("wind_files", id) };
    };
    const [lost_race, lost_wind] = [await race(), await wind()];
    await restore("races", lost_race.id);
    await restore("wind_files", lost_wind.id);
    const [new_race, new_wind] = [await race(), await wind()];
    expect([new_race.id, new_wind.id]).toEqual([lost_race.id, lost_wind.id]);
    expect(new_race.key).toMatch(/^race-results\//);
    expect(new_wind.key).toMatch(/^windresults\//);
    expect(new_race.key).not.toBe(lost_race.key);
    expect(new_wind.key).not.toBe(lost_wind.key);
  });

  it("of a lost account are not in the export of the account that has its id now", async () => {
    const ada = await at().signUp();
    const { body } = await ada.call("POST", "/api/users/export/");
    expect((await at().call("GET", body.url)).status).toBe(200);
    await restore("users", ada.session.user.id);
    const grace = await at().signUp("Grace");
    expect(grace.session.user.id).toBe(ada.session.user.id);
    expect((await at().call("GET", body.url)).status).toBe(403);
  });
});
