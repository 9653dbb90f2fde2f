import { expect, it } from "vitest";
import { layCourses } from "../src/index.ts";

const still = { twd_deg: 0, tws_kn: 12, angle_deg: 45, kn: 6, current: null };

it("in still water the tacks are as far from the wind as the boat sails", () => {
  const { port, starboard } = layCourses(still);
  expect([port.cog_deg, starboard.cog_deg]).toEqual([expect.closeTo(45), expect.closeTo(315)]);
  expect([port.kn, starboard.kn]).toEqual([expect.closeTo(6), expect.closeTo(6)]);
});

it("a current across the wind turns both laylines with it", () => {
  // Without the wind it makes itself: a boat that steers by the compass.
  const { port, starboard } = layCourses({ ...still, tws_kn: null, current: { set_deg: 90, drift_kn: 2 } });
  expect(port.cog_deg).toBeCloseTo(55.8, 1);
  expect(starboard.cog_deg).toBeCloseTo(332.1, 1);
  expect(port.kn).toBeGreaterThan(starboard.kn);
  // The wind over the water comes more from where the current sets to.
  const over = layCourses({ ...still, current: { set_deg: 90, drift_kn: 2 } });
  expect(over.port.cog_deg).toBeGreaterThan(port.cog_deg);
});

it("a current against the wind takes nothing from the symmetry, and gives height", () => {
  const { port, starboard } = layCourses({ ...still, current: { set_deg: 0, drift_kn: 2 } });
  expect(port.cog_deg).toBeCloseTo(360 - starboard.cog_deg);
  expect(port.cog_deg).toBeLessThan(45);
});

it("all turns with the wind", () => {
  for (const by of [37, 180, 300]) {
    const current = { set_deg: (70 + by) % 360, drift_kn: 1.3 };
    const { port } = layCourses({ ...still, twd_deg: by, current });
    const before = layCourses({ ...still, current: { set_deg: 70, drift_kn: 1.3 } }).port.cog_deg;
    expect((port.cog_deg - by + 360) % 360).toBeCloseTo(before, 6);
  }
});
