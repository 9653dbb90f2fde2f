import { describe, expect, it } from "vitest";
import { thinnedPositions } from "./results.ts";

describe("the positions of a track", () => {
  it("are a fix a second of a receiver that has ten, without those where it had no position", () => {
    const time_ms = Float64Array.from({ length: 100 }, (_, row) => row * 100);
    const lat_deg = time_ms.map((at_ms) => (at_ms >= 3000 && at_ms < 5500 ? NaN : 39 + at_ms / 1e6));
    const thin = thinnedPositions({ time_ms, lat_deg, lon_deg: time_ms.map(() => -0.3) });
    expect([...thin.time_ms]).toEqual([0, 900, 1800, 2700, 5500, 6400, 7300, 8200, 9100]);
    expect(thin.lat_deg[4]).toBeCloseTo(39.0055);
    expect(thin.lon_deg).toHaveLength(9);
  });

  it("are all of a receiver with a fix a second, also when its clock is not exact", () => {
    const time_ms = Float64Array.from({ length: 50 }, (_, row) => row * 1000 + (row % 2) * 80);
    expect(thinnedPositions({ time_ms, lat_deg: time_ms, lon_deg: time_ms }).time_ms).toEqual(time_ms);
  });
});
