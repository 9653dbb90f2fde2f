/** From analyses to the dashboards' numbers, and corrections through both bindings. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { dashboard, sessionOf } from "../src/dashboard.ts";
import { type Core, EngineError, type Session } from "../src/index.ts";
import { loadNative } from "../src/raw-node.ts";
import { loadWasm } from "../src/raw-web.ts";
import { coreOf } from "../src/typed-core.ts";

const fixture = (name: string) => ({
  name,
  bytes: readFileSync(fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url))),
});

const native = coreOf(loadNative());
let both: Core[];
let session: Session;
beforeAll(async () => {
  both = [native, coreOf(await loadWasm())];
  const boat = fixture("j70-with-wind-log.gpx");
  const wind = fixture("j70-with-wind-log.wind.nmea");
  const { report } = await native.analyze(boat, { boat_class: "J70" }, wind);
  session = sessionOf(report, report.start_time.slice(0, 10), "vmg");
});

test("a session with a wind log has its wind categories", () => {
  const { Light, Sf, Df, Windy } = session.conditions;
  expect(Light + Sf + Df + Windy).toBeCloseTo(session.water_time_s, -1.5);
  expect(session.maneuvers.some((m) => m.kind === "tack" && m.tws_kn !== null)).toBe(true);
});

test("a session counted twice has twice the tacks and the same medians", async () => {
  const sessions = [session, { ...session, date: "2026-01-01" }];
  expect(await dashboard.user_stats(sessions)).toMatchObject({ sessions: 2, tacks: 2 * session.tacks });
  expect((await dashboard.wind_conditions(sessions)).total_time_s).toBe(2 * session.water_time_s);
  const [first, second] = await dashboard.improvement("tack", sessions);
  expect({ ...first, date: "" }).toEqual({ ...second, date: "" });
  expect((await dashboard.expected_loss("tack", sessions)).losses.length).toBeGreaterThan(1);
});

test("a wind log has a report, compared with the sailor's others", async () => {
  const time_s = Array.from({ length: 600 }, (_, i) => i);
  const log = { time_s, twd_deg: time_s.map((t) => (355 + t / 60) % 360), tws_kn: time_s.map(() => 9) };
  const report = await dashboard.wind_report(log, [{ puffiness_percent: 4, shiftiness_deg: 0 }]);
  expect(report).toMatchObject({
    avg_tws_kn: 9,
    avg_twd_diff_min_deg: expect.closeTo(1, 6),
    stability: { relative_tws: 0, tws: [0, 1, 2, 3, 4] },
  });
  await expect(dashboard.wind_report({ ...log, tws_kn: [] })).rejects.toThrow("A wind log needs equally long columns");
});

test("losses of turns are read from a text, by person and month", async () => {
  const vmg = Array.from({ length: 10 }, (_, n) => n);
  const sessions = [{ person: 7, month: "2026-03", losses: { vmg, speed: [] } }];
  const { loss_basis, people } = await dashboard.turn_losses(JSON.stringify(sessions));
  expect(loss_basis).toBe("vmg");
  expect(people).toMatchObject([
    { person: 7, loss: { median_m: 4.5, half_90_m: null }, months: [{ count: 10, compared: true }], trend: null },
  ]);
  await expect(dashboard.turn_losses("[")).rejects.toThrow(EngineError);
});

test("invalid numbers are an error", async () => {
  await expect(dashboard.user_stats([{ date: 3 } as unknown as Session])).rejects.toThrow(EngineError);
});

test("a correction passes through both bindings, and one without a match is reported", async () => {
  const corrections = [
    { action: "pin_wind" as const, twd_deg: 200 },
    {
      action: "delete" as const,
      kind: "gybe" as const,
      start_time: "2026-01-01T00:00:00.000Z",
      end_time: "2026-01-01T00:00:10.000Z",
    },
  ];
  const reports = await Promise.all(
    both.map(async (core) => (await core.analyze(fixture("49er-kiel.fit"), { corrections })).report),
  );
  expect(reports[1]).toEqual(reports[0]);
  expect(reports[0]!.wind).toMatchObject({ source: "pinned", twd_deg: expect.closeTo(200, 6) });
  expect(reports[0]!.corrections.map((c) => c.applied)).toEqual([true, false]);
  await expect(native.analyze(fixture("49er-kiel.fit"), { corrections: [{ action: "add" }] })).rejects.toThrow(
    "Correction 1 cannot be used",
  );
});
