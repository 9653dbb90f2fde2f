import { STANDARD_UNITS } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { minuteLabel, stepFor } from "../src/map/graticule";
import { boxOf, Plane } from "../src/map/plane";
import { scaleBar } from "../src/replay/map/map-pane";
import { chooseUnits } from "../src/server/units";

describe("the plane", () => {
  const plane = new Plane({ lon: -0.32, lat: 39.4 });

  it("is exact in metres at its origin", () => {
    expect(plane.y(39.4 + 1 / 60)).toBeGreaterThan(1850);
    expect(plane.y(39.4 + 1 / 60)).toBeLessThan(1860);
    expect(plane.x(-0.32)).toBe(0);
  });

  it("is inverted exactly", () => {
    expect(plane.lat(plane.y(39.47))).toBeCloseTo(39.47, 9);
    expect(plane.lon(plane.x(-0.11))).toBeCloseTo(-0.11, 9);
  });

  it("has no bounding box without positions", () => {
    expect(boxOf([{ lon_deg: Float64Array.from([NaN]), lat_deg: Float64Array.from([NaN]) }])).toBeNull();
    expect(boxOf([{ lon_deg: Float64Array.from([1, 3]), lat_deg: Float64Array.from([5, 4]) }])).toEqual({
      west: 1,
      east: 3,
      south: 4,
      north: 5,
    });
  });
});

describe("the graticule", () => {
  it("is every tenth of a minute when close", () => {
    expect(stepFor(1300)).toBe(0.1);
    expect(stepFor(100)).toBe(1);
  });

  it("is labelled as on a chart", () => {
    expect(minuteLabel(39 * 60 + 24.4, 0.1, ["N", "S"])).toBe("39°24.4′N");
    expect(minuteLabel(-19.6, 0.1, ["E", "W"])).toBe("0°19.6′W");
    expect(minuteLabel(59.99999, 0.1, ["N", "S"])).toBe("1°0.0′N");
    expect(minuteLabel(180, 60, ["E", "W"])).toBe("3°E");
  });
});

describe("the scale bar", () => {
  it("is the longest round length that fits", () => {
    expect(scaleBar(0.92)).toEqual({ text: "100 m", px: expect.closeTo(92, 9) });
    expect(scaleBar(0.02)).toEqual({ text: "2 mi", px: expect.closeTo(64.4, 1) });
    expect(scaleBar(0.1)).toEqual({ text: "1000 m", px: expect.closeTo(100, 9) });
  });
  it("is round in feet and in nautical miles, too", () => {
    chooseUnits({ distance: "nm", speed: null, length: "ft" });
    expect(scaleBar(0.92)).toEqual({ text: "200 ft", px: expect.closeTo(56.1, 1) });
    expect(scaleBar(0.02)).toEqual({ text: "2 nm", px: expect.closeTo(74.1, 1) });
    chooseUnits(STANDARD_UNITS);
  });
});
