import type { AnalyzedSegment, StraightAnalysis } from "@leebow/api/contract";
import { STANDARD_UNITS } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { meanWindSpeed, quantitiesOf, titleOf } from "../src/analysis/straights/quantities.ts";
import { rhythmOf, rhythmSentence } from "../src/analysis/straights/rhythm-analysis";
import { ALL_SEGMENTS, shareText, statsRows, statText, windowRow } from "../src/analysis/straights/series";
import { extentOf, seriesOf, sharesIn, sideOf, valuesOf } from "../src/analysis/straights/series.ts";
import { csvOf } from "../src/analysis/straights/straight-data";
import { rowsOf, type StraightRow } from "../src/analysis/straights/time-window";
import {
  clampWindow,
  firstWindow,
  sailedWithin,
  stepMoment,
  type TimeWindow,
  withEnd,
} from "../src/analysis/straights/time-window.ts";
import { momentAt, partScale } from "../src/chart/scales";
import { mmss } from "../src/format/times";
import { chooseUnits } from "../src/server/units.ts";

const second = (from: number, to: number): TimeWindow => ({ from_ms: from * 1000, to_ms: to * 1000 });
/** Two straights, of 60 s and of 30 s, with 40 s between them. */
const SPANS = [second(0, 60), second(100, 130)];

describe("the window of time", () => {
  it("is clamped at 0 at the start and at the segment's end at the end", () => {
    expect(clampWindow(-50_000, 10_000, SPANS)).toEqual(second(0, 10));
    expect(clampWindow(120_000, 900_000, SPANS)).toEqual(second(120, 130));
    expect(clampWindow(20_000, 5000, SPANS)).toEqual(second(5, 20));
  });
  it("has no end between two straights", () => {
    expect(clampWindow(30_000, 80_000, SPANS)).toEqual(second(30, 60));
    expect(clampWindow(80_000, 110_000, SPANS)).toEqual(second(100, 110));
    expect(clampWindow(30_000, 110_000, SPANS)).toEqual(second(30, 110));
  });
  it("is none where less than a second of straights is left", () => {
    expect(clampWindow(65_000, 95_000, SPANS)).toBeNull();
    expect(clampWindow(10_000, 10_500, SPANS)).toBeNull();
    expect(clampWindow(0, 1000, [])).toBeNull();
  });
  it("is moved by keys over the time between two straights, and not beyond them", () => {
    expect(stepMoment(59_500, 1000, SPANS)).toBe(100_000);
    expect(stepMoment(100_000, -1000, SPANS)).toBe(60_000);
    expect(stepMoment(125_000, 10_000, SPANS)).toBe(130_000);
    expect(stepMoment(500, -10_000, SPANS)).toBe(0);
    expect(withEnd(second(10, 20), "to_ms", 10_500, SPANS)).toEqual(second(10, 20));
    expect(withEnd(second(10, 20), "from_ms", 4000, SPANS)).toEqual(second(4, 20));
  });
  it("begins in the middle half of the longest straight when it is set without a pointer", () => {
    expect(firstWindow(SPANS)).toEqual(second(15, 45));
    expect(firstWindow([])).toBeNull();
  });
  it("counts the sailed time once where straights overlap", () => {
    expect(sailedWithin(second(50, 110), SPANS)).toBe(20_000);
    expect(sailedWithin(second(0, 60), [second(0, 40), second(30, 60)])).toBe(60_000);
  });
});

describe("the axis of the charts", () => {
  const x = partScale(SPANS, { left: 40, right: 230 });
  it("gives each straight a width by its duration and leaves out the time between them", () => {
    expect(SPANS.map(({ from_ms, to_ms }) => [x(from_ms), x(to_ms)])).toEqual([
      [40, 160],
      [170, 230],
    ]);
    expect([100, 163, 167, 999, -5].map((px) => momentAt(x, px))).toEqual([30_000, 60_000, 100_000, 130_000, 0]);
    expect([x(30_000), x(200_000)]).toEqual([100, 230]);
  });
  it("gives straights that share time one place", () => {
    const shared = partScale([second(0, 40), second(30, 60), second(10, 20)], { left: 0, right: 60 });
    expect([0, 35_000, 60_000].map(shared)).toEqual([0, 35, 60]);
  });
  it("keeps most of its width for hundreds of straights", () => {
    const many = Array.from({ length: 300 }, (_, at) => second(at * 10, at * 10 + 5));
    const wide = partScale(many, { left: 0, right: 800 });
    const total = many.reduce((sum, { from_ms, to_ms }) => sum + wide(to_ms) - wide(from_ms), 0);
    expect(total).toBeCloseTo(640, 6);
  });
});

const columns = (channels: Record<string, number[]>) => {
  const length = Object.values(channels)[0]!.length;
  return {
    time_ms: Float64Array.from({ length }, (_, at) => at * 1000),
    channels: Object.fromEntries(Object.entries(channels).map(([id, values]) => [id, Float32Array.from(values)])),
  };
};

describe("the lines of the charts", () => {
  it("are in the units of the statistics: knots, heel to leeward, wind angles without their side", () => {
    const track = columns({ sog: [1852 / 3600, 0], heel: [10, -10], etwa: [270, 45], twa: [300, 30] });
    expect(valuesOf(track, "sog")![0]).toBeCloseTo(1, 5);
    expect([...valuesOf(track, "heel")!]).toEqual([10, 10]);
    expect([...valuesOf(track, "twa")!]).toEqual([60, 30]);
    expect(valuesOf(track, "clew_load")).toBeNull();
  });
  it("of a direction go through north without a jump", () => {
    const series = seriesOf(columns({ twd: [350, 359, 4] }), "twd", [second(0, 2)])!;
    expect(extentOf(series, [second(0, 2)])!.map(Math.round)).toEqual([350, 364]);
  });
  it("know the tack of a straight by the side of the wind at most of its fixes", () => {
    const track = columns({ etwa: [45, 50, 320, 310, 315] });
    expect(sideOf(track, second(0, 1))).toBe("starboard");
    expect(sideOf(track, second(1, 4))).toBe("port");
    expect(sideOf(columns({ sog: [1, 2] }), second(0, 1))).toBeNull();
  });
});

const NUMBERS = { avg: 5, std: 1, q1: 4, q2: 5, q3: 6, in_q1_pct: 25, in_q2_3_pct: 50, in_q4_pct: 25 };
const table = (variable: string, rows: [of: "all" | "segment" | "tag", name: string][]): StraightAnalysis["tables"] => [
  { variable, rows: rows.map(([of, name]) => ({ ...NUMBERS, of, name })) },
];

describe("the statistics of a variable", () => {
  const tables = table("sog", [
    ["all", "All Segments"],
    ["segment", "Straight 1"],
    ["tag", "flat water"],
  ]);
  it("have the rows All Segments*, each segment and each shared tag", () =>
    expect(statsRows({ tables }, "sog", null).map(({ of, name }) => [of, name])).toEqual([
      ["all", ALL_SEGMENTS],
      ["segment", "Straight 1"],
      ["tag", "flat water"],
    ]));
  it("are empty for a variable without values", () => expect(statsRows({ tables }, "heel", null)).toEqual([]));
  it("gain the row of the window, with shares in the quartiles of all straights", () => {
    const series = seriesOf(columns({ heel: [3, 5, 7, 9], etwa: [270, 270, 270, 270] }), "heel", [second(0, 3)])!;
    const row = windowRow(
      {
        window: second(0, 3),
        spans: [second(0, 3)],
        analysis: { tables: table("heel", [["all", "All Segments"]]) },
        series,
        all: NUMBERS,
      },
      "heel",
    )!;
    expect(row).toMatchObject({ name: "Window, 00:03", avg: 5, in_q1_pct: 25, in_q2_3_pct: 25, in_q4_pct: 50 });
    expect(statsRows({ tables }, "sog", row).map(({ of }) => of)).toEqual(["all", "window", "segment", "tag"]);
    expect(sharesIn(series, second(10, 20), [second(0, 3)], NUMBERS)).toBeNull();
  });
  it("write directions from 0 to 360, deviations with a decimal and shares without", () => {
    expect([statText("twd", "q3", 364.6), statText("twd", "avg", -3)]).toEqual(["5", "357"]);
    expect([statText("twd", "std", 4.26), statText("sog", "avg", 4.8)]).toEqual(["4.3", "4.80"]);
    expect(shareText(24.6)).toBe("25");
  });
});

const straight = (name: string, part: Partial<AnalyzedSegment>): StraightRow => ({
  name,
  id: 1,
  present: true,
  start_time: "2026-06-21T13:00:00Z",
  end_time: "2026-06-21T13:01:00Z",
  duration_s: 60,
  tags: [],
  avgs: {},
  stds: {},
  travels: {},
  sog_lag: {},
  rhythm: [],
  trackpoints: [],
  ...part,
});

describe("the columns of the table", () => {
  const rows = [
    straight("Straight 1", { avgs: { sog: 5, tws: 0, twd: 350, cog: 10 }, stds: { heel: 2 }, duration_s: 60 }),
    straight("Straight 2", { avgs: { sog: 8, tws: 0, twd: 20, cog: 150 }, travels: { pitch: 40 }, duration_s: 30 }),
  ];
  const quantities = quantitiesOf(rows);
  it("are those with a value other than zero, in the order of the specification", () =>
    expect(quantities.map(titleOf)).toEqual([
      "TWD, °",
      "SOG, kn",
      "COG, °",
      "Heel std, °",
      "Pitch travel, ° per 60 s",
    ]));
  it("have averages by duration, of directions on the circle, and none of a course over both tacks", () => {
    const mean = (id: string) => quantities.find((one) => one.id === id)!.average(rows);
    expect(mean("sog")).toBe(6);
    expect(mean("twd")).toBeCloseTo(0, 9);
    expect(mean("cog")).toBeNull();
    expect(mean("pitch_travel")).toBe(40);
    expect(meanWindSpeed(rows)).toBeNull();
    expect(meanWindSpeed([straight("Straight 1", { avgs: { tws: 9 } })])).toBe(9);
  });
  it("are written to CSV as they are shown; a tag cannot become a formula", () => {
    const tag = { id: 1, value: '=SUM(A1), "x"', color: "green", visible: true };
    const shows = (column: string) => column === "tags" || column === "duration";
    expect(csvOf([{ ...rows[0]!, tags: [tag] }], { shows, quantities: quantities.slice(1, 2) })).toBe(
      'Name,Tags,"Duration, s","SOG, kn"\nStraight 1,"\'=SUM(A1), ""x""",60,5\n',
    );
  });
  it("are CSV in the units of the sailor", () => {
    chooseUnits({ distance: null, speed: "km/h", length: null });
    const text = csvOf(rows.slice(0, 1), { shows: () => false, quantities: quantities.slice(1, 2) });
    chooseUnits(STANDARD_UNITS);
    const [head, line] = text.split("\n");
    expect(head).toBe('Name,"SOG, km/h"');
    expect(Number(line!.split(",")[1])).toBeCloseTo(9.26, 9);
  });
  it("have durations as mm:ss", () => expect([5, 125.6, 3700].map(mmss)).toEqual(["00:05", "02:06", "61:40"]));
  it("are of the straights by their names", () =>
    expect(rowsOf({ segments: { "Straight 7": rows[0]! } })[0]!.name).toBe("Straight 7"));
});

describe("the rhythm", () => {
  const lag = (variable: string, lag_s: number, r = 0.8, linked = false) => ({
    variable,
    lag_s,
    r,
    n_eff: 100,
    linked,
  });
  const all = (rhythm: StraightRow["rhythm"]) => ({ all_segments: { rhythm } as StraightAnalysis["all_segments"] });
  it("is sorted by its average, skips the lag key 0 and what is computed from the speed", () => {
    const rows = rhythmOf(all([lag("cog", 2.8), lag("0", 1), lag("vmg", 0, 1, true), lag("heel", 1)]), [
      straight("Straight 1", { rhythm: [lag("heel", 1.2), lag("cog", 3, 0.1)] }),
    ]);
    expect(rows.map(({ label, lag_s, points }) => [label, lag_s, points])).toEqual([
      ["Heel", 1, [{ name: "Straight 1", lag_s: 1.2, isSure: true }]],
      ["COG", 2.8, [{ name: "Straight 1", lag_s: 3, isSure: false }]],
    ]);
    expect(rhythmSentence(rows)).toBe("Speed follows heel after about 1.0 s and course over ground after about 2.8 s.");
  });
  it("has no sentence where no lag is sure, and none about a wind that follows the boat", () => {
    expect(rhythmSentence(rhythmOf(all([lag("heel", 1, 0.1)]), []))).toBeNull();
    expect(rhythmSentence(rhythmOf(all([lag("tws", -2)]), []))).toBeNull();
    expect(rhythmSentence(rhythmOf(all([lag("heel", -2)]), []))).toBe("Heel follows it after 2.0 s.");
  });
  it("is empty without straights", () => expect(rhythmOf({ all_segments: null }, [])).toEqual([]));
});
