import { describe, expect, it } from "vitest";
import { findPlace } from "./places.ts";

describe("the place of a track", () => {
  it.each([
    ["Lake Garda's north end", 45.86, 10.87, "Nago-Torbole, Italy"],
    ["the bay of Palma", 39.53, 2.68, "Palma, Spain"],
    ["off El Saler", 39.385, -0.31, "Valencia, Spain"],
    ["the bight of Tallinn", 59.49, 24.72, "Tallinn, Estonia"],
    ["Kiel Förde off the Olympic harbour", 54.43, 10.19, "Schilksee, Germany"],
    ["the Columbia at Hood River", 45.716, -121.515, "Hood River, United States"],
    ["Sydney harbour", -33.85, 151.23, "Sydney, Australia"],
  ])("at %s is named as sailors name it", async (_, lat, lon, name) => {
    expect(await findPlace(lat, lon)).toBe(name);
  });

  it("is found across the date line", async () => {
    expect(await findPlace(-16.8, -179.99)).toMatch(/, Fiji$/);
    expect(await findPlace(-16.8, 179.99)).toMatch(/, Fiji$/);
  });

  it("has no name far from every town, nor without a position", async () => {
    expect(await findPlace(45, -30)).toBeNull();
    expect(await findPlace(NaN, 10)).toBeNull();
  });
});
