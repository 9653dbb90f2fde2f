import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";

onEveryDatabase("the races of a deleted account", (at) => {
  it("have no files of it left: neither its own races' nor those of others that show its boat", async () => {
    const [coach, ada] = [await at().signUp("Coach"), await at().signUp("Ada")];
    const { db, storage } = at().context;
    await sql`update users set enabled_features = '["coach_tools"]'`.execute(db);
    const upload = async (person: Person) =>
      (await person.upload("ilca-weymouth.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" })).id;
    const tracks = [await upload(coach), await upload(coach), await upload(ada)];
    const race = async (person: Person) => {
      const { id } = (await person.call("POST", "/api/races/", { json: { tracks } })).body;
      const estimated = db
        .selectFrom("races")
        .select("result_key")
        .where("id", "=", id)
        .where("processing_status", "=", 3);
      const { result_key } = await until(() => estimated.executeTakeFirst());
      return { id, map: `${result_key}/map-light.png` };
    };
    const [coachs, adas] = [await race(coach), await race(ada)];
    const isThere = async ({ map }: { map: string }) => (await storage.open(map)) !== null;
    expect([await isThere(coachs), await isThere(adas)]).toEqual([true, true]);
    const deleted = await ada.call("DELETE", "/api/users/me/", { json: { current_password: "lee bow" } });
    expect(deleted.status).toBe(204);
    for (const race of [coachs, adas]) await until(async () => !(await isThere(race)));
    expect((await coach.call("GET", `/api/races/${coachs.id}/`)).status).toBe(200);
  });
});
