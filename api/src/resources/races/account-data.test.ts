import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";

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
      for (let tries = 0; tries < 300; tries++) {
        const row = await db
          .selectFrom("races")
          .select(["result_key", "processing_status"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (row.processing_status === 3) return { id, map: `${row.result_key}/map-light.png` };
        await new Promise((wake) => setTimeout(wake, 100));
      }
      throw new Error("the wind of the race was not estimated");
    };
    const [coachs, adas] = [await race(coach), await race(ada)];
    const isThere = async ({ map }: { map: string }) => (await storage.open(map)) !== null;
    expect([await isThere(coachs), await isThere(adas)]).toEqual([true, true]);
    const deleted = await ada.call("DELETE", "/api/users/me/", { json: { current_password: "lee bow" } });
    expect(deleted.status).toBe(204);
    for (let tries = 0; tries < 50 && ((await isThere(coachs)) || (await isThere(adas))); tries++) {
      await new Promise((wake) => setTimeout(wake, 100));
    }
    expect([await isThere(coachs), await isThere(adas)]).toEqual([false, false]);
    expect((await coach.call("GET", `/api/races/${coachs.id}/`)).status).toBe(200);
  });
});
