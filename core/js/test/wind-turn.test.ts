import { expect, it } from "vitest";
import { windTurn } from "../src/index.ts";

const T0 = Date.parse("2026-06-13T10:00:00Z");

/** A wind of these directions, one every 10 s. */
const wind = (directions: number[], sd_deg = 6.7) => ({
  sd_deg,
  series: directions.map((twd_deg, i) => ({
    time: new Date(T0 + 10_000 * i).toISOString(),
    twd_deg,
    sd_deg,
    tws_kn: null,
  })),
});

const steady = (deg: number, moments: number) => Array.from({ length: moments }, () => deg);

it("a morning wind and the sea breeze after lunch are two directions, not their mean", () => {
  expect(windTurn(wind([...steady(90, 240), ...steady(200, 240)]))).toEqual({
    from_deg: expect.closeTo(90, 6),
    to_deg: expect.closeTo(200, 6),
  });
});

it("a wind that turns through north has the directions of its ends", () => {
  const turning = Array.from({ length: 600 }, (_, i) => (340 + i / 10) % 360);
  const { from_deg, to_deg } = windTurn(wind(turning))!;
  expect([from_deg, to_deg]).toEqual([expect.closeTo(343, 0), expect.closeTo(37, 0)]);
});

it("a wind that swings about one direction, or turns less than it is known, is described by its mean", () => {
  expect(windTurn(wind(Array.from({ length: 600 }, (_, i) => 230 + 12 * Math.sin(i / 20))))).toBe(null);
  expect(windTurn(wind([...steady(90, 240), ...steady(110, 240)]))).toBe(null);
  expect(windTurn(wind([...steady(90, 240), ...steady(110, 240)], 3))).not.toBe(null);
});

it("no wind, and one of two moments, did not turn", () => {
  expect(windTurn(wind([]))).toBe(null);
  expect(windTurn(wind([90, 270]))).toBe(null);
});
