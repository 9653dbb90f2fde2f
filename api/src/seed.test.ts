import { demoSessions } from "@leebow/core/node";
import { expect, it } from "vitest";
import { onEveryDatabase, personOf } from "../test/house.ts";
import type { Session, Track } from "./contract.ts";
import { DEMO, seedDemo } from "./seed.ts";

onEveryDatabase("the demo account", (at) => {
  const signIn = async () => {
    const { body } = await at().call("POST", "/api/users/login/", { json: { email: DEMO.email, password: DEMO.password } });
    return personOf(at().call, body as Session);
  };
  const tracks = async () => (await (await signIn()).call("GET", "/api/tracks/")).body.results as Track[];

  it("has every feature, and its recordings analysed with place, wind and maneuvers", async () => {
    await seedDemo(at().house);
    const demo = await signIn();
    expect(demo.session.user.enabled_features).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
    const made = await tracks();
    expect(made.map((track) => track.file_name).sort()).toEqual(demoSessions().map((session) => session.name).sort());
    for (const track of made) {
      expect(track).toMatchObject({ processing_status: 3, error: null, location: expect.any(String), tz: expect.any(String) });
      expect(track.metric!.average_wind_direction).not.toBeNull();
      expect(track.metric!.tacks).toBeGreaterThan(0);
    }
  }, 120_000);

  it("is made once: the next start is quick and changes nothing", async () => {
    const before = await tracks();
    const start = performance.now();
    await seedDemo(at().house);
    expect(performance.now() - start).toBeLessThan(1000);
    expect((await tracks()).map((track) => track.id)).toEqual(before.map((track) => track.id));
  });
});
