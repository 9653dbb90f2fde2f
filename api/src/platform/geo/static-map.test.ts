import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { open } from "@leebow/basemap";
import type { TrackColumns } from "@leebow/core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawStaticMap, fitProjection, MAP_SIZE, raceMapSvg, staticMapSvg } from "./static-map.ts";

const coast = open(await readFile(createRequire(import.meta.url).resolve("@leebow/basemap/coast.bin")));

/** A straight track of so many fixes from one place to another. */
function straight(from: [lat: number, lon: number], to: [lat: number, lon: number], n = 100): TrackColumns {
  const along = (k: 0 | 1) =>
    Float64Array.from({ length: n }, (_, i) => from[k] + ((to[k] - from[k]) * i) / Math.max(1, n - 1));
  return {
    n,
    time_ms: Float64Array.from({ length: n }, (_, i) => i * 1000),
    lat_deg: along(0),
    lon_deg: along(1),
    channels: {},
  };
}

const frame = { ...MAP_SIZE, padding: 22, min_extent_m: 400 };

describe("a track over the date line", () => {
  const lons = straight([-16.7, 179.9], [-16.7, 180.1]);
  const crossing = { ...lons, lon_deg: lons.lon_deg.map((lon) => (lon >= 180 ? lon - 360 : lon)) };
  it("is drawn as the same track elsewhere, with the land on both sides", () => {
    expect(staticMapSvg(crossing, "light", coast)).toBe(staticMapSvg(lons, "light", coast));
    const far_east = { ...lons, lon_deg: lons.lon_deg.map((lon) => lon - 360) };
    expect(raceMapSvg([lons, far_east], "light", coast)).toBe(raceMapSvg([lons, lons], "light", coast));
  });
});

describe("the frame of a static map", () => {
  it("has north up, east right, and the same scale both ways", () => {
    const track = straight([60, 25], [60.01, 25.02]);
    const { place } = fitProjection(track, frame);
    const [x0, y0] = place(25, 60);
    const [x1, y1] = place(25.02, 60.01);
    expect(x1).toBeGreaterThan(x0);
    expect(y1).toBeLessThan(y0);
    // At 60° a degree of longitude is half as long as one of latitude.
    expect((x1 - x0) / (y0 - y1)).toBeCloseTo(1, 2);
  });

  it("contains the track with its padding", () => {
    const track = straight([-33.9, 151.2], [-33.8, 151.3]);
    const { place, box } = fitProjection(track, frame);
    for (const [lon, lat] of [
      [151.2, -33.9],
      [151.3, -33.8],
    ] as const) {
      const [x, y] = place(lon, lat);
      expect(x).toBeGreaterThanOrEqual(frame.padding - 1e-6);
      expect(x).toBeLessThanOrEqual(frame.width - frame.padding + 1e-6);
      expect(y).toBeGreaterThanOrEqual(frame.padding - 1e-6);
      expect(y).toBeLessThanOrEqual(frame.height - frame.padding + 1e-6);
      expect(lon > box.west && lon < box.east && lat > box.south && lat < box.north).toBe(true);
    }
  });

  it("does not magnify the track of a boat that lay still", () => {
    const { pixels_per_m } = fitProjection(straight([50, 0], [50, 0], 1), frame);
    expect(pixels_per_m).toBeLessThan(1);
  });
});

describe("a static map", () => {
  const offTallinn = straight([59.47, 24.7], [59.52, 24.75]);

  it("shows land and shore near a coast, and only water on the open sea", () => {
    expect(staticMapSvg(offTallinn, "light", coast)).toMatch(/<path d="M[^"]+Z" fill="#F3EFE6"/);
    const atlantic = staticMapSvg(straight([40, -40], [40.1, -40.1]), "light", coast);
    expect(atlantic).toContain('<path d="" fill="#F3EFE6"');
  });

  it("widens its view a little to show the nearest shore", () => {
    // A mile off the beach of Valencia: the view with the least padding shows only water.
    const svg = staticMapSvg(straight([39.37, -0.305], [39.395, -0.29]), "light", coast);
    expect(svg).toMatch(/<path d="M[^"]+Z" fill="#F3EFE6"/);
  });

  it("shows where the wind blew from by an arrow in the corner that the track leaves free", () => {
    expect(staticMapSvg(offTallinn, "light", coast)).not.toContain("rotate(");
    // The track runs from the lower left to the upper right corner.
    const [, x, y, turn] = /translate\((\d+) (\d+)\) rotate\(([\d.]+)\)/.exec(
      staticMapSvg(offTallinn, "light", coast, 90),
    )!;
    expect(turn).toBe("270.0");
    expect(Number(x) < MAP_SIZE.width / 2).toBe(Number(y) < MAP_SIZE.height / 2);
  });

  it("draws a long track with a limited number of points", () => {
    const svg = staticMapSvg(straight([59.47, 24.7], [59.52, 24.75], 720_000), "light", coast);
    expect(svg.length).toBeLessThan(200_000);
  });

  it("of a race has a line in its own colour for each boat, and is limited in size", () => {
    const boats = Array.from({ length: 60 }, (_, i) =>
      straight([59.47 + i / 1000, 24.7], [59.52 + i / 1000, 24.75], 20_000),
    );
    const svg = raceMapSvg(boats, "dark", coast);
    expect(svg.match(/stroke-width="1.3"/g)).toHaveLength(60);
    expect(new Set(svg.match(/stroke="#[0-9A-F]{6}" stroke-width="1.3"/g)).size).toBe(8);
    expect(svg.length).toBeLessThan(400_000);
  });

  it("is a PNG of twice the card's size, different in the light and the dark theme", async () => {
    const [light, dark] = [await drawStaticMap(offTallinn, "light"), await drawStaticMap(offTallinn, "dark")];
    for (const png of [light, dark]) {
      const { width, height, format } = await sharp(png).metadata();
      expect({ width, height, format }).toEqual({
        width: 2 * MAP_SIZE.width,
        height: 2 * MAP_SIZE.height,
        format: "png",
      });
      expect(png.length).toBeLessThan(60_000);
    }
    const brightness = async (png: Buffer) => (await sharp(png).stats()).channels[0]!.mean;
    expect(await brightness(light)).toBeGreaterThan(200);
    expect(await brightness(dark)).toBeLessThan(60);
  });
});
