import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { coreWith } from "../../../test/stub-core.ts";
import { onOwnServer, type Person, processed, trackForm } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import { findTrack } from "../../access/track.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { enqueueLostAnalyses } from "./scans.ts";

const gpx = readFixture("ilca-weymouth.gpx");
/** Changes of one track, one after the other. */
const CHANGES = 30;

onOwnServer("a track that is changed again and again", (at) => {
  let ada: Person;
  let track: number;
  const db = () => at().context.db;
  const change = (json: object, id = track) => ada.call("PATCH", `/api/tracks/${id}/`, { json });
  const jobsOf = async (id: number, ...states: string[]) => {
    const { rows } = await sql<{ revision: number; priority: number }>`
      select (data->>'revision')::integer as revision, priority from pgboss.job
      where name = ${ANALYZE_TRACK.name} and (data->>'track_id')::integer = ${id}::integer
        and state::text in (${sql.join(states)}) order by created_on`.execute(db());
    return rows;
  };
  /** Runs `act` while no analysis ends. */
  const whileHeld = async (act: () => Promise<void>) => {
    const { core } = at().context;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    at().context.core = coreWith(core, {
      analyze: async (...args) => {
        await held;
        return core.analyze(...args);
      },
    });
    await act().finally(() => {
      release();
      at().context.core = core;
    });
  };

  beforeAll(async () => {
    ada = await at().signUp();
    track = (await ada.upload("a.gpx", gpx, { boat_name: "Laser" })).id;
    await waitForJobs(at());
  }, 120_000);

  /** Changes the track until an analysis of it runs on every worker. */
  const occupyWorkers = async (deg: number) => {
    for (let running = 1; running <= ANALYZE_TRACK.parallel; running++) {
      await change({ wind_hint_deg: deg + running });
      await expect.poll(() => jobsOf(track, "active"), { timeout: 10_000 }).toHaveLength(running);
    }
  };

  it("has one analysis that waits, which takes the newest parameters, and others do not wait for more", async () => {
    let other = 0;
    await whileHeld(async () => {
      await occupyWorkers(0);
      for (let i = 0; i < CHANGES; i++) {
        const { status } = await change(i % 2 ? { wind_hint_deg: 100 + i } : { boat_name: i % 4 ? "49er" : "470" });
        expect(status).toBe(200);
      }
      const { revision } = (await findTrack(db(), track))!;
      expect(revision).toBe(1 + ANALYZE_TRACK.parallel + CHANGES);
      expect(await jobsOf(track, "created", "retry")).toEqual([{ revision, priority: 0 }]);
      const form = trackForm("b.gpx", Buffer.concat([gpx, Buffer.from("\n\n\n")]), { boat_name: "Laser" });
      other = (await ada.call("POST", "/api/tracks/", { form })).body.id;
    });
    const hint = 100 + CHANGES - 1;
    expect(await processed(ada.call, track)).toMatchObject({ processing_status: 3, wind_hint_deg: hint });
    expect(await processed(ada.call, other)).toMatchObject({ processing_status: 3 });
    await waitForJobs(at());
    // That of the upload, those that ran, and one for all changes.
    expect(await jobsOf(track, "completed")).toHaveLength(1 + ANALYZE_TRACK.parallel + 1);
    expect((await ada.call("GET", `/api/tracks/${track}/analysis/`)).body.parameters).toEqual({
      boat_class: "470",
      wind_hint_deg: hint,
    });
    await enqueueLostAnalyses(at().context);
    expect(await jobsOf(track, "created", "retry", "active")).toEqual([]);
  }, 120_000);

  it("has one analysis that waits, also when the changes come at the same time", async () => {
    await whileHeld(async () => {
      await occupyWorkers(200);
      const all = Array.from({ length: 12 }, (_, i) => change({ wind_hint_deg: 300 + i }));
      for (const { status } of await Promise.all(all)) expect(status).toBe(200);
      const { revision } = (await findTrack(db(), track))!;
      expect(await jobsOf(track, "created", "retry")).toEqual([{ revision, priority: 0 }]);
    });
    await processed(ada.call, track);
    await waitForJobs(at());
  }, 120_000);

  it("has the priority of what people wait for, where an analysis for a new engine waited", async () => {
    const upload = () => ada.upload("c.gpx", gpx, { boat_name: "Laser" });
    const [second, third] = [(await upload()).id, (await upload()).id];
    await waitForJobs(at());
    await whileHeld(async () => {
      for (const id of [track, second]) await change({ wind_hint_deg: 5 }, id);
      await expect
        .poll(async () => [...(await jobsOf(track, "active")), ...(await jobsOf(second, "active"))])
        .toHaveLength(2);
      const payload = { track_id: third, revision: 1 };
      await db()
        .transaction()
        .execute((trx) => at().context.jobs.enqueue(trx, ANALYZE_TRACK, payload, { low_priority: true }));
      await change({ wind_hint_deg: 5 }, third);
      expect(await jobsOf(third, "created", "retry", "active")).toEqual([{ revision: 2, priority: 0 }]);
    });
    for (const id of [track, second, third]) await processed(ada.call, id);
    await waitForJobs(at());
  }, 120_000);
});
