import type { Core } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { onEveryDatabase, processed, trackForm } from "../../test/test-server.ts";
import { findTrack } from "../tracks/queries.ts";
import { refreshOutdated, trackJobs } from "./analyze-track.ts";

const gpx = readFixture("ilca-weymouth.gpx");

onEveryDatabase("the job that analyses a track", (at) => {
  const uploaded = async () => (await at().signUp()).upload("a.gpx", gpx, { boat_name: "Laser" });
  const row = async (id: number) => (await findTrack(at().context.db, id))!;
  const set = (id: number, changes: object) =>
    at().context.db.updateTable("tracks").set(changes).where("id", "=", id).execute();
  const withCore = async (changes: Partial<Core>, act: () => Promise<unknown>) => {
    const { core } = at().context;
    at().context.core = { ...core, ...changes, analyze: changes.analyze ?? core.analyze.bind(core) };
    await act().finally(() => (at().context.core = core));
  };

  it("does the same when it comes twice, and nothing when the work is done", async () => {
    const track = await uploaded();
    const first = await row(track.id);
    const report = await at().context.storage.read(`${first.result_key}/report.json`);
    await set(track.id, { engine: null });
    await trackJobs(at().context).analyze({ track_id: track.id, revision: 1 });
    expect(await row(track.id)).toEqual(first);
    expect(Buffer.compare(await at().context.storage.read(`${first.result_key}/report.json`), report)).toBe(0);
    let asked = 0;
    await withCore({ analyze: () => Promise.reject(new Error(`asked ${++asked} times`)) }, () =>
      trackJobs(at().context).analyze({ track_id: track.id, revision: 1 }),
    );
    expect(asked).toBe(0);
  });

  it("leaves a track alone that was changed or deleted since it was asked", async () => {
    const track = await uploaded();
    await set(track.id, { processing_status: 1, revision: 7 });
    await trackJobs(at().context).analyze({ track_id: track.id, revision: 6 });
    expect((await row(track.id)).processing_status).toBe(1);
    await trackJobs(at().context).analyze({ track_id: 999_999, revision: 1 });
    await set(track.id, { processing_status: 3 });
  });

  it("is asked for again after another version of the engine, and replaces the old results", async () => {
    const track = await uploaded();
    const old = await row(track.id);
    await set(track.id, { engine: "0.0.1", result_key: `results/${track.id}/0.0.1-1` });
    await at().context.storage.write(`results/${track.id}/0.0.1-1/report.json`, Buffer.from("{}"));
    await refreshOutdated(at().context);
    for (let tries = 0; tries < 100 && (await row(track.id)).engine === "0.0.1"; tries++)
      await new Promise((wake) => setTimeout(wake, 100));
    expect(await row(track.id)).toEqual(old);
    expect(await at().context.storage.open(`results/${track.id}/0.0.1-1/report.json`)).toBeNull();
  });

  it("keeps what an earlier engine read when a later one cannot", async () => {
    const track = await uploaded();
    const old = await row(track.id);
    await withCore({ version: "9.9.9", analyze: () => Promise.reject(new Error("later")) }, async () => {
      await trackJobs(at().context).onFailed({ track_id: track.id, revision: 1 });
    });
    expect(await row(track.id)).toEqual(old);
  });

  it("is tried again after a fault of ours, and says so when every try failed", async () => {
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
