import { type Core, EngineError } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { onEveryDatabase, processed, trackForm } from "../../test/test-server.ts";
import { findTrack, outdatedTracks } from "../tracks/queries.ts";
import { sweepRetiredResults } from "../tracks/retired-results.ts";
import { ANALYZE_TRACK, enqueueOutdated } from "./analyze-track.ts";
import { enqueueLostAnalyses } from "./sweep.ts";

const gpx = readFixture("ilca-weymouth.gpx");

onEveryDatabase("the job that analyses a track", (at) => {
  const uploaded = async () => (await at().signUp()).upload("a.gpx", gpx, { boat_name: "Laser" });
  const row = async (id: number) => (await findTrack(at().context.db, id))!;
  const set = (id: number, changes: object) =>
    at().context.db.updateTable("tracks").set(changes).where("id", "=", id).execute();
  const lostJobs = () =>
    (at().errors as { event: string }[]).filter(({ event }) => event.startsWith("tracks had lost their job"));
  const withCore = async (changes: Partial<Core>, act: () => Promise<unknown>) => {
    const { core } = at().context;
    at().context.core = { ...core, ...changes, analyze: changes.analyze ?? core.analyze.bind(core) };
    await act().finally(() => (at().context.core = core));
  };

  it("gives the same files and row when it runs twice, and does not run the engine when the track is done", async () => {
    const track = await uploaded();
    const first = await row(track.id);
    const report = await at().context.storage.read(`${first.result_key}/report.json`);
    await set(track.id, { engine: null });
    await ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 1 });
    expect(await row(track.id)).toEqual(first);
    expect(Buffer.compare(await at().context.storage.read(`${first.result_key}/report.json`), report)).toBe(0);
    let runs = 0;
    await withCore({ analyze: () => Promise.reject(new Error(`run ${++runs}`)) }, () =>
      ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 1 }),
    );
    expect(runs).toBe(0);
  });

  it("leaves a track alone that was changed or deleted since it was enqueued", async () => {
    const track = await uploaded();
    await set(track.id, { processing_status: 1, revision: 7 });
    await ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 6 });
    expect((await row(track.id)).processing_status).toBe(1);
    await ANALYZE_TRACK.run(at().context, { track_id: 999_999, revision: 1 });
    await set(track.id, { processing_status: 3 });
  });

  it("runs again after another version of the engine, and deletes the former results only after a while", async () => {
    const track = await uploaded();
    const current = await row(track.id);
    const { storage } = at().context;
    const former = `results/${track.id}/0.0.1-1`;
    await set(track.id, { engine: "0.0.1", result_key: former });
    await storage.write(`${former}/report.json`, Buffer.from("{}"));
    await enqueueOutdated(at().context);
    for (let tries = 0; tries < 100 && (await row(track.id)).engine === "0.0.1"; tries++)
      await new Promise((wake) => setTimeout(wake, 100));
    expect(await row(track.id)).toEqual(current);
    // A reader that began before still gets the former files.
    expect(await storage.open(`${former}/report.json`)).not.toBeNull();
    await sweepRetiredResults(at().context);
    expect(await storage.open(`${former}/report.json`)).not.toBeNull();
    await sweepRetiredResults(at().context, 0);
    expect(await storage.open(`${former}/report.json`)).toBeNull();
    expect(await storage.open(`${current.result_key}/report.json`)).not.toBeNull();
  });

  it("never deletes retired results that are in use again", async () => {
    const track = await uploaded();
    const { result_key } = await row(track.id);
    await at().context.db.insertInto("retired_results").values({ result_key: result_key! }).execute();
    await sweepRetiredResults(at().context, 0);
    expect(await at().context.storage.open(`${result_key}/report.json`)).not.toBeNull();
  });

  it("leaves the results of an earlier engine in use when a later one fails, and tries that version once", async () => {
    const track = await uploaded();
    const former = await row(track.id);
    const isOutdated = async () => (await outdatedTracks(at().context.db, "9.9.9")).some(({ id }) => id === track.id);
    expect(await isOutdated()).toBe(true);
    await withCore({ version: "9.9.9", analyze: () => Promise.reject(new Error("later")) }, async () => {
      await ANALYZE_TRACK.onFailed(at().context, { track_id: track.id, revision: 1 });
    });
    expect(await row(track.id)).toEqual({ ...former, failed_engine: "9.9.9" });
    expect(await isOutdated()).toBe(false);
    expect((await outdatedTracks(at().context.db, "10.0.0")).some(({ id }) => id === track.id)).toBe(true);
  });

  it("tries a version of the engine once that refuses what an earlier one could read", async () => {
    const track = await uploaded();
    const refusal = new EngineError("no-positions", "This file holds no positions.");
    let runs = 0;
    await withCore(
      {
        version: "9.9.9",
        analyze: () => {
          runs++;
          return Promise.reject(refusal);
        },
      },
      async () => {
        for (let start = 0; start < 2; start++)
          await ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 1 });
      },
    );
    expect(runs).toBe(1);
    expect(await row(track.id)).toMatchObject({ processing_status: 3, error: null, failed_engine: "9.9.9" });
  });

  it("is enqueued by the sweep for a track in status 1 or 4 that has lost its job", async () => {
    const ada = await at().signUp();
    at().errors.length = 0;
    for (const processing_status of [1, 4]) {
      const track = await ada.upload("a.gpx", gpx, { boat_name: "Laser" });
      await set(track.id, { processing_status });
      // The first job may not be marked as completed yet.
      for (let tries = 0; tries < 100 && lostJobs().length === 0; tries++) {
        await enqueueLostAnalyses(at().context);
        await new Promise((wake) => setTimeout(wake, 50));
      }
      expect((await processed(ada.call, track.id)).processing_status).toBe(3);
      expect(lostJobs()).toMatchObject([{ count: 1 }]);
      at().errors.length = 0;
    }
  });

  it("is not enqueued a second time while its job waits or runs", async () => {
    const ada = await at().signUp();
    at().errors.length = 0;
    let finish = () => {};
    const running = new Promise<void>((done) => (finish = done));
    const { core } = at().context;
    await withCore(
      {
        analyze: async (...args) => {
          await running;
          return core.analyze(...args);
        },
      },
      async () => {
        const { body } = await ada.call("POST", "/api/tracks/", { form: trackForm("a.gpx", gpx) });
        await enqueueLostAnalyses(at().context);
        await new Promise((wake) => setTimeout(wake, 1500));
        await enqueueLostAnalyses(at().context);
        finish();
        await processed(ada.call, body.id);
      },
    );
    expect(lostJobs()).toEqual([]);
  });

  it("is retried after a fault, and reports the fault after the last attempt", async () => {
    const ada = await at().signUp();
    let tries = 0;
    await withCore({ analyze: () => Promise.reject(new Error(`fault ${++tries}`)) }, async () => {
      const { body } = await ada.call("POST", "/api/tracks/", { form: trackForm("a.gpx", gpx) });
      const track = await processed(ada.call, body.id);
      expect(track).toMatchObject({
        processing_status: 2,
        error: expect.stringMatching(/fault of its own\. The file is kept\./),
      });
      expect(track.error).not.toMatch(/fault \d/);
    });
    expect(tries).toBe(4);
  }, 60_000);
});
