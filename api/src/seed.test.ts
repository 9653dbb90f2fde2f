import { demoSessions } from "@leebow/core/node";
import { expect, it, vi } from "vitest";
import { onEveryDatabase, personOf } from "../test/test-server.ts";
import type { Journal, Session, StraightAnalysis, Track } from "./contract.ts";
import { DEMO, disableDemo, seedDemo } from "./seed.ts";

onEveryDatabase("the demo account", (at) => {
  const signIn = async () => {
    const { body } = await at().call("POST", "/api/users/login/", {
      json: { email: DEMO.email, password: DEMO.password },
    });
    return personOf(at().call, body as Session);
  };
  const tracks = async () => (await (await signIn()).call("GET", "/api/tracks/")).body.results as Track[];

  it("has every feature, and recordings analysed with place, wind and maneuvers", async () => {
    await seedDemo(at().context);
    const demo = await signIn();
    expect(demo.session.user.enabled_features).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
    const made = await tracks();
    expect(made.map((track) => track.file_name).sort()).toEqual(
      demoSessions()
        .map((session) => session.name)
        .sort(),
    );
    for (const track of made) {
      expect(track).toMatchObject({
        processing_status: 3,
        error: null,
        location: expect.any(String),
        tz: expect.any(String),
      });
      expect(track.metric!.average_wind_direction).not.toBeNull();
      expect(track.metric!.tacks).toBeGreaterThan(0);
    }
  }, 120_000);

  it("has a team, journal entries with tags and a reply, regatta reports, and a tagged analysis of straights", async () => {
    const demo = await signIn();
    const read = async (path: string) => (await demo.call("GET", path)).body;
    const [team, ...others] = await read("/api/teams/");
    expect(others).toEqual([]);
    expect([team.coaches.length, team.athletes.length]).toEqual([2, 1]);
    const entries: Journal[] = (await read("/api/journals/")).results;
    expect(entries).toHaveLength(5);
    expect(entries.every((entry) => entry.tags.length > 0)).toBe(true);
    expect(entries.flatMap(({ regatta_report }) => regatta_report ?? [])).toHaveLength(2);
    const about = entries.find(({ jType }) => jType === "straight")!;
    expect(about.replies).toHaveLength(1);
    const analysis: StraightAnalysis = await read(`/api/straights/${about.straight_analysis_id}/?notrackpoints=true`);
    expect(analysis.name).toBe("Upwind in the chop");
    const tagged = Object.values(analysis.segments).filter(({ tags }) => tags.length > 0);
    expect(tagged.length).toBeGreaterThan(2);
  });

  it("is created once: the next start writes nothing", async () => {
    const before = await tracks();
    const { jobs, storage } = at().context;
    const untouched = vi.fn(() => Promise.reject(new Error("unexpected write")));
    const { receive } = storage;
    const { enqueue } = jobs;
    Object.assign(storage, { receive: untouched });
    Object.assign(jobs, { enqueue: untouched });
    const journals = async () => (await (await signIn()).call("GET", "/api/journals/")).body;
    const written = await journals();
    await seedDemo(at().context);
    expect(await journals()).toEqual(written);
    Object.assign(storage, { receive });
    Object.assign(jobs, { enqueue });
    expect(untouched).not.toHaveBeenCalled();
    expect(await tracks()).toEqual(before);
  });

  it("is closed on a start without --demo, and opened again by one with it", async () => {
    const { db } = at().context;
    const demo = await signIn();
    const login = () =>
      at().call("POST", "/api/users/login/", { json: { email: DEMO.email, password: DEMO.password } });
    await disableDemo(db);
    expect((await demo.call("GET", "/api/users/me/")).status).toBe(401);
    const refused = await login();
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/do not belong together/)]);
    await seedDemo(at().context);
    expect((await login()).status).toBe(200);
  });

  it("has a deleted recording created again", async () => {
    const [first, ...others] = await tracks();
    expect((await (await signIn()).call("DELETE", `/api/tracks/${first!.id}/`)).status).toBe(204);
    await seedDemo(at().context);
    expect((await tracks()).map((track) => track.file_name).sort()).toEqual(
      [first!, ...others].map((track) => track.file_name).sort(),
    );
  });
});
