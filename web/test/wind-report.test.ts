import type { WindMetrics, WindPoint } from "@leebow/api/contract";
import { describe, expect, it } from "vitest";
import { linePath } from "../src/chart/line-path.ts";
import { bearings } from "../src/chart/scales.ts";
import { compass, digitsOfTicks } from "../src/format/numbers";
import { type CurvePoint, curveBreaks, curveOf, fiveDifferences } from "../src/wind-log/wind-chart";

const metrics = (avg_twd: number) => ({ avg_twd }) as WindMetrics;
const point = (second: number, twd_smoothed: number, tws_smoothed: number | null = 10): WindPoint => ({
  time: new Date(second * 1000).toISOString(),
  twd_smoothed,
  tws_smoothed,
});

describe("the curve of a wind report", () => {
  it("goes through north without a jump", () => {
    const windpoints = [point(0, 355), point(5, 2), point(10, 350)];
    expect(curveOf({ windpoints, metrics: metrics(358) }).map(({ twd }) => twd)).toEqual([355, 362, 350]);
    expect(curveOf({ windpoints, metrics: metrics(2) }).map(({ twd }) => twd)).toEqual([-5, 2, -10]);
    expect([362, -5, 360].map(compass)).toEqual([2, 355, 0]);
  });
  it("is broken where the log has a gap or no speed", () => {
    const points = curveOf({
      windpoints: [point(0, 90), point(5, 90), point(100, 90), point(105, 90, null), point(110, 90)],
      metrics: metrics(90),
    });
    const poseOf = ({ time_ms, tws }: CurvePoint): [number, number] | null =>
      tws === null ? null : [time_ms / 1000, tws];
    expect(linePath(points, poseOf, curveBreaks(points, false))).toBe("M0,10L5,10M100,10L110,10");
  });
});

describe("the scale of directions", () => {
  it("has the steps of a compass", () => {
    expect(bearings(228, 258)).toEqual([220, 230, 240, 250, 260]);
    expect(bearings(-174, 188)).toEqual([-180, -90, 0, 90, 180, 270]);
    expect(bearings(-174, 188).map(compass)).toEqual([180, 270, 0, 90, 180, 270]);
    expect(bearings(101.2, 103.1)).toEqual([101, 102, 103, 104]);
  });
  it("is not crossed by a line where the wind turns through the far side", () => {
    const points = curveOf({ windpoints: [point(0, 170), point(5, 179), point(10, 190)], metrics: metrics(5) });
    const poseOf = ({ time_ms, twd }: CurvePoint): [number, number] => [time_ms / 1000, twd];
    expect(linePath(points, poseOf, curveBreaks(points, true))).toBe("M0,170L5,179M10,-170Z");
  });
});

describe("the box of a quantity", () => {
  it("has lowest, quartiles and highest as differences from the average", () => {
    expect(fiveDifferences([8, 9, 10, 11, 14], 10)).toEqual([-2, -1, 0, 1, 4]);
    expect(fiveDifferences([null, 9], 10)).toEqual([-1, -1, -1, -1, -1]);
  });
  it("is absent without values or without an average", () => {
    expect(fiveDifferences([null], 10)).toBeNull();
    expect(fiveDifferences([1], null)).toBeNull();
  });
});

describe("the ticks of an axis", () => {
  it("have as many decimals as keep them apart", () => {
    expect(digitsOfTicks([0, 5, 10])).toBe(0);
    expect(digitsOfTicks([0, 0.2, 0.4])).toBe(1);
    expect(digitsOfTicks([0, 0.05])).toBe(2);
  });
});
