import { dashboard, readRaw, type Unsteadiness } from "@leebow/core/node";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { uploadWind, windLog } from "../../../test/wind.ts";
import { LIMITS } from "../../platform/limits.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { stabilityOf } from "./report.ts";
import type { WindReport } from "./report-schema.ts";

const START = "2026-11-14T16:20:00.000Z";
const END = "2026-11-14T16:32:00.000Z";

/** The report of the engine on every measurement of the log from `start` to `end`. */
async function byEngine(start = START, end = END, others: Unsteadiness[] = []) {
  const { columns } = await readRaw({ name: "wind.txt", bytes: windLog() });
  const rows = [...columns.time_ms.keys()].filter(
    (row) => columns.time_ms[row]! >= Date.parse(start) && (columns.time_ms[row]! < Date.parse(end) || end === END),
  );
  const log = {
    time_s: rows.map((row) => columns.time_ms[row]! / 1000),
    twd_deg: rows.map((row) => columns.channels.twd![row]!),
    tws_kn: rows.map((row) => (columns.channels.tws![row]! * 3600) / 1852),
  };
  return dashboard.wind_report(log, others);
}

const create = (person: Person, json: object) => person.call("POST", "/api/windreports/", { json });

const finished = ({ call }: Person, id: number): Promise<WindReport> =>
  until(async () => {
    const { body } = await call("GET", `/api/windreports/${id}/`);
    return (body.metrics || body.error) && body;
  });

onEveryDatabase("a wind report", (at) => {
  const withWind = async (name = "Ada") => {
    const person = await at().signUp(name);
    return { person, file: await uploadWind(at(), person, windLog()) };
  };

  it("has the engine's numbers and curves of the part of the log", async () => {
    const { person, file } = await withWind();
    const times = { start_time: "2026-11-14T16:22:00Z", end_time: "2026-11-14T16:30:00Z" };
    const created = await create(person, { wind_file: file.id, name: " First race ", ...times });
    expect(created.status).toBe(201);
    // It may be computed already.
    expect(created.body).toMatchObject({ name: "First race", wind_file: file.id });
    const report = await finished(person, created.body.id);
    const engine = await byEngine(times.start_time, times.end_time);
    const { stability, ...metrics } = report.metrics!;
    expect(stability).toEqual({ tws: null, twd: null, relative_tws: null, relative_twd: null });
    for (const [name, value] of Object.entries(metrics)) {
      const unit = name.includes("tws") ? "kn" : "deg";
      expect(value, name).toBeCloseTo(engine[`${name}_${unit}` as "avg_tws_kn"]!, 6);
    }
    expect([report.start_time, report.end_time]).toEqual(["2026-11-14T16:22:00.000Z", "2026-11-14T16:30:00.000Z"]);
    expect(report.windpoints).toHaveLength(96);
    for (const { time, tws_smoothed, twd_smoothed } of report.windpoints.slice(12, -12)) {
      const row = engine.time_s.findIndex((s) => s * 1000 >= Date.parse(time));
      expect(tws_smoothed).toBeCloseTo(engine.tws_smoothed_kn[row]!, 1);
      expect(Math.abs(twd_smoothed - engine.twd_smoothed_deg[row]!)).toBeLessThan(0.5);
    }
  });

  it("is compared with its owner's other reports as they are now, as the engine does it", async () => {
    const { person, file } = await withWind();
    await withWind("Bob").then(({ person: bob, file: other }) =>
      create(bob, { wind_file: other.id, name: "Not Ada's", start_time: START, end_time: END }),
    );
    const parts = [
      [START, "2026-11-14T16:24:00Z"],
      ["2026-11-14T16:24:00Z", "2026-11-14T16:28:00Z"],
      ["2026-11-14T16:28:00Z", END],
    ] as const;
    const ids: number[] = [];
    for (const [start_time, end_time] of parts) {
      const { body } = await create(person, { wind_file: file.id, name: start_time, start_time, end_time });
      await finished(person, body.id);
      ids.push(body.id);
    }
    const unsteady = await Promise.all(parts.map(async ([start, end]) => (await byEngine(start, end)).unsteadiness));
    const { body: list } = await person.call("GET", `/api/windfiles/${file.id}/reports/`);
    expect(list.map(({ id }: { id: number }) => id)).toEqual(ids);
    for (const [index, [start, end]] of parts.entries()) {
      const others = unsteady.filter((_, other) => other !== index);
      const { stability } = await byEngine(start, end, others);
      expect(list[index].metrics.stability.tws).toEqual(stability.tws!.map((value) => expect.closeTo(value, 6)));
      expect(list[index].metrics.stability.twd).toEqual(stability.twd!.map((value) => expect.closeTo(value, 6)));
      expect(list[index].metrics.stability.relative_tws).toBe(stability.relative_tws);
      expect(list[index].metrics.stability.relative_twd).toBe(stability.relative_twd);
    }
    expect((await person.call("GET", `/api/windfiles/${file.id}/`)).body.wind_reports).toHaveLength(3);
    for (const id of ids.slice(1)) expect((await person.call("DELETE", `/api/windreports/${id}/`)).status).toBe(204);
    expect((await person.call("GET", `/api/windreports/${ids[1]}/`)).status).toBe(404);
    expect((await finished(person, ids[0]!)).metrics!.stability.tws).toBeNull();
  });

  it("is compared as the engine compares, ties and unknown values included", () => {
    const of = (puffiness_percent: number | null, shiftiness_deg: number | null = null) => ({
      puffiness_percent,
      shiftiness_deg,
    });
    expect(stabilityOf(of(12, 5), [of(8), of(10), of(20)])).toEqual({
      tws: [8, 9.5, 11, 14, 20],
      relative_tws: expect.closeTo(200 / 3, 9),
      twd: null,
      relative_twd: null,
    });
    expect(stabilityOf(of(12), [of(12)]).relative_tws).toBe(50);
    expect(stabilityOf(of(null), [of(12)]).tws).toBeNull();
  });

  it("lies within its wind file and needs a name, field by field", async () => {
    const { person, file } = await withWind();
    const body = { wind_file: file.id, name: "A", start_time: START, end_time: END };
    const errors = async (changes: object) => (await create(person, { ...body, ...changes })).body;
    expect(await errors({ name: " " })).toEqual({ name: ["Name required"] });
    expect(await errors({ start_time: "yesterday" })).toEqual({
      start_time: [expect.stringMatching(/^Write times as/)],
    });
    expect(await errors({ start_time: "2026-11-14T15:00:00Z" })).toEqual({
      start_time: [expect.stringMatching(/between 2026-11-14T16:20/)],
    });
    expect(await errors({ end_time: "2026-11-15T15:00:00Z" })).toEqual({
      end_time: [expect.stringMatching(/between/)],
    });
    expect(await errors({ end_time: START })).toEqual({ end_time: ["Choose an end after the start."] });
    expect((await create(person, { ...body, wind_file: 999_999 })).status).toBe(404);
    const { db } = at().context;
    await db.updateTable("wind_files").set({ end_time: "2026-12-14T16:00:00Z" }).where("id", "=", file.id).execute();
    expect(await errors({ end_time: "2026-11-16T16:20:00Z" })).toEqual({
      end_time: [expect.stringMatching(/24 hours/)],
    });
    const calm = { start_time: "2026-11-14T18:00:00Z", end_time: "2026-11-14T19:00:00Z" };
    const { body: created } = await create(person, { ...body, ...calm });
    expect(await finished(person, created.id)).toMatchObject({
      metrics: null,
      error: expect.stringMatching(/no wind/),
    });
    await db.updateTable("wind_files").set({ start_time: null, end_time: null }).where("id", "=", file.id).execute();
    expect((await create(person, body)).body.detail).toMatch(/no wind to report on yet/);
  });

  it("of a long log has no more points than a chart shows", async () => {
    const { person, file } = await withWind();
    const { db, storage } = at().context;
    const n = 10_000;
    const column = (value: (i: number) => number) =>
      Buffer.from(Float64Array.from({ length: n }, (_, i) => value(i)).buffer);
    const bytes = [(i: number) => Date.parse(START) + i * 5000, () => 350, () => 10].map(column);
    await storage.write(`windresults/${file.id}/long/series.bin`, Buffer.concat(bytes));
    const long = { result_key: `windresults/${file.id}/long`, end_time: "2026-11-16T16:20:00Z" };
    await db.updateTable("wind_files").set(long).where("id", "=", file.id).execute();
    const body = { wind_file: file.id, name: "Day", start_time: START, end_time: "2026-11-15T06:00:00Z" };
    const report = await finished(person, (await create(person, body)).body.id);
    expect(report.windpoints.length).toBeLessThanOrEqual(LIMITS.wind_report_points);
    expect(report.windpoints.length).toBeGreaterThan(LIMITS.wind_report_points / 2);
    expect(report.metrics).toMatchObject({ avg_tws: expect.closeTo(10, 6), avg_twd: expect.closeTo(350, 6) });
  });

  it("whose computation fails says so, and nothing happens where it was deleted", async () => {
    const { person, file } = await withWind();
    const { db } = at().context;
    const row = { wind_file_id: file.id, name: "A", start_time: START, end_time: END };
    const { id } = await db.insertInto("wind_reports").values(row).returning("id").executeTakeFirstOrThrow();
    await COMPUTE_WIND_REPORT.onFailed(at().context, { wind_report_id: id });
    expect((await finished(person, id)).error).toMatch(/fault of its own/);
    await COMPUTE_WIND_REPORT.run(at().context, { wind_report_id: 999_999 });
    await COMPUTE_WIND_REPORT.onFailed(at().context, { wind_report_id: 999_999 });
  });
});
