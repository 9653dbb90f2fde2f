import { expect, it } from "vitest";
import { metresPerDegree } from "../src/index.ts";

it("a degree has the length that it has on WGS84", () => {
  for (const [lat, lat_m, lon_m] of [
    [0, 110_574.3, 111_319.5],
    [45, 111_131.7, 78_846.8],
    [-60, 111_412.2, 55_800],
    [90, 111_693.9, 0],
  ] as const) {
    expect(Math.abs(metresPerDegree(lat).lat_m - lat_m)).toBeLessThan(0.5);
    expect(Math.abs(metresPerDegree(lat).lon_m - lon_m)).toBeLessThan(0.5);
  }
});
