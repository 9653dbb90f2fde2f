import { expect, it } from "vitest";
import { type FileAnalysis, sessionOfTarget, sessionOfTargetWords, type TrackColumns } from "../src/index.ts";

const KN = 1852 / 3600;
const POLAR = {
  name: "club.pol",
  over_ground: false,
  winds: [8, 12].map((tws_kn) => ({ tws_kn, twa_deg: [45, 90, 150], speed_kn: [6, 8, 7] })),
};

/** Stretches of [seconds, speed in kn, course] in a wind from north, which is measured in the first `measured_s` of them. */
function sailed(stretches: [number, number, number][], tws_kn = 10, measured_s = 1e6) {
  const rows = stretches.flatMap(([s, kn, deg]) => Array.from({ length: s }, () => [kn, deg] as const));
  const column = (of: (row: readonly [number, number], at: number) => number) => Float32Array.from(rows, of);
  const time_ms = Float64Array.from(rows, (_, at) => 1000 * at);
  const channels = {
    sog: column(([kn]) => kn * KN),
    cog: column(([, deg]) => deg),
    ewd: column(() => 0),
    ...(measured_s > 0 && { tws: column((_, at) => (at < measured_s ? tws_kn * KN : Number.NaN)) }),
  };
  const columns: TrackColumns = { n: rows.length, time_ms, lat_deg: time_ms, lon_deg: time_ms, channels };
  let end = 0;
  const straights = stretches.map(([s]) => {
    end += s;
    return { start: end - s, end };
  });
  const report = { wind: { current: null, series: [] }, straights, maneuvers: [] } as unknown as FileAnalysis;
  return { report, columns };
}

const DAY: [number, number, number][] = [
  [600, 5.7, 45],
  [400, 7.2, 90],
  [300, 6.3, 150],
];

it("a session has its straights upwind, reaching and downwind in % of the polar, with the minutes", () => {
  const { report, columns } = sailed(DAY);
  const found = sessionOfTarget(report, columns, POLAR, null);
  const of = Object.values(found.sides).map((value) => [Math.round(value!.percent), Math.round(value!.time_s / 60)]);
  expect(of).toEqual([
    [95, 10],
    [90, 7],
    [90, 5],
  ]);
  expect(sessionOfTargetWords(found)).toBe(
    "Sailing straight, of club.pol: upwind 95 ± 0 % (10 min), reaching 90 ± 0 % (7 min), downwind 90 ± 0 % (5 min); " +
      "for the wind of the moment, over the ground: no current is known.",
  );
});

it("a wind by hand is taken where none was measured, and where the instruments were silent", () => {
  const { report, columns } = sailed(DAY, 10, 0);
  const without = sessionOfTarget(report, columns, POLAR, null);
  expect([without.missing, without.sides.up]).toEqual(["wind_speed", null]);
  expect(sessionOfTargetWords(without)).toBe("% of club.pol needs a wind strength, which was not measured.");
  const given = sessionOfTarget(report, columns, POLAR, 10);
  expect(Math.round(given.sides.up!.percent)).toBe(95);
  expect(sessionOfTargetWords(given)).toContain("for 10 kn of wind, given by hand");
  const partly = sailed(DAY, 10, 700);
  expect(sessionOfTarget(partly.report, partly.columns, POLAR, null).sides.down).toBeNull();
  const filled = sessionOfTarget(partly.report, partly.columns, POLAR, 10);
  expect([filled.tws_kn, Math.round(filled.sides.down!.percent)]).toEqual([null, 90]);
});

it("with a known current speeds are through the water, and without a wind nothing is said", () => {
  const { report, columns } = sailed([[300, 10, 90]]);
  const carried = { ...report, wind: { ...report.wind!, current: { set_deg: 90, drift_kn: 2 } as never } };
  const found = sessionOfTarget(carried, columns, POLAR, null);
  expect([found.through_water, Math.round(found.sides.reach!.percent)]).toEqual([true, 100]);
  expect(sessionOfTargetWords(found)).toMatch(/for the wind of the moment, through the water\.$/);
  expect(sessionOfTargetWords(sessionOfTarget({ ...report, wind: null }, columns, POLAR, 10))).toBe(
    "The wind of this session is not known: there is no % of club.pol.",
  );
});

it("outside the winds of the polar nothing is compared", () => {
  const { report, columns } = sailed(DAY, 20);
  expect(sessionOfTargetWords(sessionOfTarget(report, columns, POLAR, null))).toBe(
    "Nothing was sailed straight in the winds and at the angles of club.pol.",
  );
});
