import { expect, it } from "vitest";
import { type FileAnalysis, type PartKind, passageOf, type TrackColumns } from "../src/index.ts";

const START_MS = Date.parse("2026-08-08T05:00:00Z");
const KN = 1852 / 3600;

/** A leg of a passage in a wind from north: minutes, course, speed, and wind speed, kn. */
type Leg = [minutes: number, cog: number, kn: number, tws: number, kind?: PartKind];

function sail(legs: Leg[], { step_s = 10, gap_s = 0, wind = {} as object | null } = {}) {
  const rows = legs.flatMap(([minutes, ...leg]) => Array.from({ length: (minutes * 60) / step_s }, () => leg));
  const times = rows.map((_, i) => START_MS + 1000 * (i * step_s + (i >= rows.length / 2 ? gap_s : 0)));
  const channel = (of: (row: (typeof rows)[number]) => number) => Float32Array.from(rows, of);
  const columns: TrackColumns = {
    n: rows.length,
    time_ms: Float64Array.from(times),
    lat_deg: new Float64Array(rows.length),
    lon_deg: new Float64Array(rows.length),
    channels: {
      cog: channel(([cog]) => cog),
      sog: channel(([, kn]) => kn * KN),
      tws: channel(([, , tws]) => tws * KN),
      twd: channel(() => 0),
    },
  };
  let start = 0;
  const parts = legs.map(([minutes, , , , kind = "sailing"]) => {
    const end = start + (minutes * 60) / step_s;
    const part = { kind, start, end, left_out: kind !== "sailing" };
    start = end;
    return part;
  });
  const report = { parts, wind: wind && { current: null, ...wind }, summary: { tacks: 3, gybes: 1 } };
  return passageOf(report as unknown as FileAnalysis, columns);
}

it("a passage has its shares close-hauled, on a reach and running, and what was under engine and at anchor", () => {
  const passage = sail([
    [60, 45, 5, 14],
    [60, 315, 5, 14],
    [90, 90, 7, 11],
    [30, 180, 6, 8],
    [40, 90, 5.6, 8, "motoring"],
    [20, 90, 0, 8, "at_rest"],
    [30, 90, 12, 8, "on_land"],
  ]);
  const { close_hauled, reach, run, engine, rest, no_wind } = passage.rows;
  const minutes = (row?: { time_s: number }) => row && Math.round(row.time_s / 60);
  expect([close_hauled, reach, run, engine, rest, no_wind].map(minutes)).toEqual([120, 90, 30, 40, 20, undefined]);
  expect(passage.time_s / 60).toBeCloseTo(300, 0);
  expect(close_hauled).toMatchObject({ share: expect.closeTo(0.4, 2), angle_deg: expect.closeTo(45, 4) });
  expect(close_hauled!.average_kn).toBeCloseTo(5, 2);
  expect(engine!.average_kn).toBeCloseTo(5.6, 2);
  expect(passage.sail).toMatchObject({ share: expect.closeTo(0.8, 2), best_10_min_kn: expect.closeTo(7, 2) });
  expect(passage.sail!.average_kn).toBeCloseTo((120 * 5 + 90 * 7 + 30 * 6) / 240, 2);
  expect(passage).toMatchObject({ tacks: 3, gybes: 1, through_water: null });
  expect(passage.stretches.map(({ kind }) => kind)).toEqual(["close_hauled", "reach", "run", "engine", "rest"]);
});

it("hours are counted by wind angle, port negative, and by wind strength", () => {
  const { angles_deg, strengths_kn, tws_median_kn } = sail([
    [30, 45, 5, 14],
    [60, 315, 5, 10],
  ]);
  // On a course of 45° in a wind from north it blows over port.
  const at = (from: number) => angles_deg.find((bin) => bin.from === from)!.time_s / 60;
  expect([at(-50), at(40), at(0)].map(Math.round)).toEqual([30, 60, 0]);
  expect(strengths_kn.map(({ from, to, time_s }) => [from, to, Math.round(time_s / 60)])).toEqual([
    [9, 12, 60],
    [12, 15, 30],
  ]);
  expect(tws_median_kn).toBeCloseTo(10, 4);
});

it("a helmsman's swing about a limit does not count as reaching", () => {
  const minute: Leg[] = Array.from({ length: 12 }, (_, i): Leg => [1 / 6, i % 2 === 0 ? 52 : 64, 5, 12]);
  const { rows } = sail(Array.from({ length: 30 }, () => minute).flat());
  expect(Object.keys(rows)).toEqual(["close_hauled"]);
});

it("hours without data are not in it, and ten minutes about a gap are not the best ones", () => {
  const passage = sail([[16, 90, 6, 12]], { gap_s: 7200 });
  expect(passage.time_s / 60).toBeCloseTo(15.7, 1);
  expect(passage.sail!.best_10_min_kn).toBeNull();
  expect(passage.stretches).toHaveLength(2);
});

it("without a wind there are no angles, and averages under sail all the same", () => {
  const passage = sail([[130, 90, 6, Number.NaN]], { wind: null });
  expect(Object.keys(passage.rows)).toEqual(["no_wind"]);
  expect(passage.sail!.average_kn).toBeCloseTo(6, 4);
  expect([passage.angles_deg, passage.strengths_kn, passage.tws_median_kn]).toEqual([[], [], null]);
});

it("where a current is known angles and averages are through the water, and what the current gave stands beside", () => {
  const carried = { wind: { current: { set_deg: 90, drift_kn: 2 } } };
  const passage = sail([[120, 90, 8, 12]], carried);
  expect(passage.sail!.average_kn).toBeCloseTo(8, 4);
  expect(passage.through_water!.sail_kn).toBeCloseTo(6, 4);
  expect(passage.through_water!.current_gave_m / 1852).toBeCloseTo(4, 1);
  // Over the ground a boat that crosses it is on a reach, through the water she is close-hauled.
  expect(Object.keys(sail([[60, 65, 6, 12]], carried).rows)).toEqual(["close_hauled"]);
  expect(Object.keys(sail([[60, 65, 6, 12]]).rows)).toEqual(["reach"]);
});

it("what was taken in by hand is sailing, and a recording without rows is no passage", () => {
  const empty = passageOf({ parts: [], wind: null, summary: { tacks: 0, gybes: 0 } } as unknown as FileAnalysis, {
    n: 0,
    time_ms: new Float64Array(0),
    lat_deg: new Float64Array(0),
    lon_deg: new Float64Array(0),
    channels: {},
  });
  expect(empty).toMatchObject({ time_s: 0, sail: null, rows: {}, stretches: [] });
});
