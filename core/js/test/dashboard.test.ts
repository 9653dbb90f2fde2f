/** The dashboards' numbers through both bindings, from an analysis to the answer. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { faceOf } from "../src/face.ts";
import { EngineError, sessionOf, type Core, type Session } from "../src/index.ts";
import { loadNative } from "../src/raw-node.ts";
import { loadWasm } from "../src/raw-web.ts";

const fixture = (name: string) => ({ name, bytes: readFileSync(fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url))) });

const native = faceOf(loadNative());
let both: Core[];
let session: Session;
beforeAll(async () => {
  both = [native, faceOf(await loadWasm())];
  const boat = fixture("j70-with-wind-log.gpx");
  const wind = fixture("j70-with-wind-log.wind.nmea");
  const { report } = await native.analyze(boat, { boat_class: "J70" }, wind);
  session = sessionOf(report, report.start_time.slice(0, 10));
});

test("a session with a wind log knows in which wind it was sailed", () => {
  const { Light, Sf, Df, Windy } = session.conditions;
  expect(Light + Sf + Df + Windy).toBeCloseTo(session.water_time_s, -1.5);
  expect(session.maneuvers.some((m) => m.kind === "tack" && m.tws_kn !== null)).toBe(true);
});

test("both bindings answer every question alike", () => {
  const sessions = [session, { ...session, date: "2026-01-01" }];
  const answers = both.map(({ dashboard }) => [
    dashboard.user_stats(sessions),
    dashboard.wind_conditions(sessions),
    dashboard.improvement("tack", sessions),
    dashboard.expected_loss("tack", sessions),
    dashboard.leaderboard([{ id: 7, water_time_s: 60 }, { id: 8, water_time_s: 7200 }]),
    dashboard.regatta_percent([{ pos: 1, num_competitors: 9 }, { pos: 12, num_competitors: 9 }]),
  ]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]![0]).toMatchObject({ sessions: 2, tacks: 2 * session.tacks });
  expect(answers[0]![4]).toEqual([{ id: 8, time_on_water_h: 2 }, { id: 7, time_on_water_h: 1 / 60 }]);
  expect(answers[0]![5]).toEqual([100, null]);
});

test("numbers that are none are refused in a sentence", () => {
  for (const { dashboard } of both) {
    expect(() => dashboard.user_stats([{ date: 3 } as unknown as Session])).toThrow(EngineError);
  }
});

test("a correction goes through both bindings, and one that finds nothing is told", async () => {
  const corrections = [
    { action: "pin_wind" as const, twd_deg: 200 },
    { action: "delete" as const, kind: "gybe" as const, start_time: "2026-01-01T00:00:00.000Z", end_time: "2026-01-01T00:00:10.000Z" },
  ];
  const reports = await Promise.all(both.map(async (core) => (await core.analyze(fixture("49er-kiel.fit"), { corrections })).report));
  expect(reports[1]).toEqual(reports[0]);
  expect(reports[0]!.wind).toMatchObject({ source: "pinned", twd_deg: expect.closeTo(200, 6) });
  expect(reports[0]!.corrections.map((c) => c.applied)).toEqual([true, false]);
  await expect(native.analyze(fixture("49er-kiel.fit"), { corrections: [{ action: "add" }] })).rejects.toThrow("Correction 1 cannot be used");
});
