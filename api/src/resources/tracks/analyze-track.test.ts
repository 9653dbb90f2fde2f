import { type Core, EngineError } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { coreWith } from "../../../test/stub-core.ts";
import { onOwnServer, processed, trackForm } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { findTrack } from "../../access/track.ts";
import { newResults, sweepRetiredResults } from "../../platform/files/results.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { outdatedTracks } from "./queries.ts";
import { resultsOfTrack } from "./results.ts";
import { enqueueLostAnalyses, enqueueOutdated } from "./scans.ts";

const gpx = readFixture("ilca-weymouth.gpx");

onOwnServer("the job that analyses a track", (at) => {
  const uploaded = async () => (await at().signUp()).upload("a.gpx", gpx, { boat_name: "Laser" });
  const row = async (id: number) => (await findTrack(at().context.db, id))!;
  const set = (id: number, changes: object) =>
    at().context.db.updateTable("tracks").set(changes).where("id", "=", id).execute();
  const lostJobs = () =>
    (at().errors as { event: string }[]).filter(({ event }) => event.startsWith("tracks had lost their job"));
  const withCore = async (changes: Partial<Core>, act: () => Promise<unknown>) => {
    const { core } = at().context;
    at().context.core = coreWith(core, changes);
    await act().finally(() => (at().context.core = core));
  };

  it("gives the same files and row when it runs twice, and does not run the engine when the track is done", async () => {
    const track = await uploaded();
    const first = await row(track.id);
    const report = await at().context.storage.read(`${first.result_key}/report.json`);
    await set(track.id, { engine: null });
    await ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 1 });
    const second = await row(track.id);
    expect(second).toEqual({ ...first, result_key: second.result_key });
    expect(Buffer.compare(await at().context.storage.read(`${second.result_key}/report.json`), report)).toBe(0);
    let runs = 0;
    await withCore({ analyze: () => Promise.reject(new Error(`run ${++runs}`)) }, () =>
      ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 1 }),
    );
    expect(runs).toBe(0);
  });

  it("writes the documents from the analysis in memory: it reads no result back", async () => {
    const track = await uploaded();
    await set(track.id, { engine: null });
    const { storage } = at().context;
    const read: string[] = [];
    const watched = {
      read: (key: string) => {
        read.push(key);
        return storage.read(key);
      },
      open: async (key: string) => {
        const file = await storage.open(key);
        if (!file) return null;
        const noted = (form: "stream" | "chunks") => () => {
          read.push(`${form} of ${key}`);
          return file[form]();
        };
        return { ...file, stream: noted("stream"), chunks: noted("chunks") };
      },
    };
    at().context.storage = new Proxy(storage, {
      get: (target, name) => watched[name as keyof typeof watched] ?? Reflect.get(target, name).bind(target),
    });
    await ANALYZE_TRACK.run(at().context, { track_id: track.id, revision: 1 }).finally(
      () => (at().context.storage = storage),
    );
    const { source_key, result_key } = await row(track.id);
    expect(read).toEqual([`chunks of ${source_key}`]);
    const written = (await storage.listOlderThan(result_key!, -1000)).filter((key) => key.endsWith(".gz"));
    expect(written).toHaveLength(3);
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
    // The first job may not be marked as completed yet.
    const again = await until(async () => {
      await enqueueOutdated(at().context);
      const now = await row(track.id);
      return now.engine !== "0.0.1" && now;
    });
    expect(again).toEqual({ ...current, result_key: again.result_key });
    // A reader that began before still gets the former files.
    expect(await storage.open(`${former}/report.json`)).not.toBeNull();
    await sweepRetiredResults(at().context);
    expect(await storage.open(`${former}/report.json`)).not.toBeNull();
    await sweepRetiredResults(at().context, 0);
    expect(await storage.open(`${former}/report.json`)).toBeNull();
    expect(await storage.open(`${again.result_key}/report.json`)).not.toBeNull();
  });

  it("leaves nothing of results that a killed process has not completed", async () => {
    const track = await uploaded();
    const { db, storage } = at().context;
    const key = await newResults(db, resultsOfTrack(track.id));
    await storage.write(`${key}/report.json`, Buffer.from("{}"));
    await sweepRetiredResults(at().context, 0);
    expect(await storage.open(`${key}/report.json`)).toBeNull();
    expect(await storage.open(`${(await row(track.id)).result_key}/report.json`)).not.toBeNull();
  });

  it("is enqueued once for an outdated track, however many workers start at the same time", async () => {
    const track = await uploaded();
    const { db } = at().context;
    const jobs = async (states: string[]) => {
      const { rows } = await sql`select from pgboss.job where name = ${ANALYZE_TRACK.name}
        and (data->>'track_id')::integer = ${track.id} and state in (${sql.join(states)})`.execute(db);
      return rows.length;
    };
    await expect.poll(() => jobs(["completed"]), { timeout: 30_000 }).toBe(1);
    let finish = () => {};
    const held = new Promise<void>((done) => (finish = done));
    const { core } = at().context;
    let runs = 0;
    await withCore(
      {
        analyze: async (...args) => {
          runs++;
          await held;
          return core.analyze(...args);
        },
      },
      async () => {
        await set(track.id, { engine: "0.0.1" });
        await Promise.all(Array.from({ length: 8 }, () => enqueueOutdated(at().context)));
        expect(await jobs(["created", "retry", "active"])).toBe(1);
        await expect.poll(() => runs, { timeout: 30_000 }).toBe(1);
        await Promise.all(Array.from({ length: 8 }, () => enqueueOutdated(at().context)));
        finish();
        await expect.poll(async () => (await row(track.id)).engine, { timeout: 30_000 }).toBe(core.version);
      },
    );
    expect(await jobs(["created", "retry", "active", "completed"])).toBe(2);
    expect(runs).toBe(1);
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
    const isOutdated = async () =>
      (await outdatedTracks(at().context.db, "9.9.9", 1000)).some(({ id }) => id === track.id);
    expect(await isOutdated()).toBe(true);
    await withCore({ version: "9.9.9", analyze: () => Promise.reject(new Error("later")) }, async () => {
      await ANALYZE_TRACK.onFailed(at().context, { track_id: track.id, revision: 1 });
    });
    expect(await row(track.id)).toEqual({ ...former, failed_engine: "9.9.9" });
    expect(await isOutdated()).toBe(false);
    expect((await outdatedTracks(at().context.db, "10.0.0", 1000)).some(({ id }) => id === track.id)).toBe(true);
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
      await until(async () => {
        await enqueueLostAnalyses(at().context);
        return lostJobs().length > 0;
      });
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

  it("costs other recordings nothing where it fails every time", async () => {
    const ada = await at().signUp();
    const { core } = at().context;
    const poison = Buffer.concat([gpx, Buffer.from("\n<!-- poison -->")]);
    const analyze: Core["analyze"] = (file, ...rest) =>
      Buffer.from(file.bytes).includes("poison") ? Promise.reject(new Error("poison")) : core.analyze(file, ...rest);
    await withCore({ analyze }, async () => {
      // More of them than a process analyses at the same time.
      const poisoned: number[] = [];
      for (let n = 0; n < 3; n++) {
        const form = trackForm(`poison-${n}.gpx`, Buffer.concat([poison, Buffer.from("\n".repeat(n))]));
        poisoned.push((await ada.call("POST", "/api/tracks/", { form })).body.id);
      }
      for (let n = 0; n < 3; n++) expect((await ada.upload("a.gpx", gpx)).processing_status).toBe(3);
      for (const id of poisoned)
        expect(await processed(ada.call, id)).toMatchObject({
          processing_status: 2,
          error: expect.stringMatching(/The file is kept\./),
        });
    });
    const { rows } = await sql<{ state: string; retry_count: number }>`select state, retry_count from pgboss.job
      where name = ${ANALYZE_TRACK.name} and state = 'failed' order by created_on desc limit 3`.execute(
      at().context.db,
    );
    expect(rows.map(({ retry_count }) => retry_count)).toEqual([3, 3, 3]);
  }, 120_000);
});
