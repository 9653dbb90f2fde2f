import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { INDEX_BYTES, readIndex } from "../src/basemap";
import { continuousLongitudes, isInside, isUncharted, open, openRemote, wrapLongitude } from "../src/index";
import { pack } from "../src/pack";

const bytes = new Uint8Array(readFileSync(new URL("../data/coast.bin", import.meta.url)));
const world = open(bytes);

describe("the packed world", () => {
  it("tells land from water at well-known places", () => {
    expect(world.is_land(-3.7, 40.4), "Madrid").toBe(true);
    expect(world.is_land(-0.2, 39.4), "the gulf of Valencia").toBe(false);
    expect(world.is_land(-1.3, 50.69), "Isle of Wight").toBe(true);
    expect(world.is_land(-1.4, 50.77), "the Solent").toBe(false);
    expect(world.is_land(-122.42, 37.83), "San Francisco bay").toBe(false);
    expect(world.is_land(174.8, -36.8), "Auckland harbour").toBe(false);
  });

  it("has lakes", () => {
    expect(world.is_land(6.5, 46.42), "Lake Geneva").toBe(false);
    expect(world.is_land(17.75, 46.83), "Balaton").toBe(false);
    expect(world.is_land(-87, 43), "Lake Michigan").toBe(false);
    expect(world.is_land(-121.515, 45.72), "Columbia river at Hood River").toBe(false);
  });

  it("has an index small enough to be read first", () => {
    expect(() => readIndex(bytes.subarray(0, INDEX_BYTES))).not.toThrow();
    expect(bytes.length).toBeLessThan(8.5e6);
  });

  it("draws no shoreline along the cuts of the grid", () => {
    const { shores } = world.land({ west: -0.4, east: -0.2, south: 39.3, north: 39.5 });
    expect(shores.length).toBeGreaterThan(0);
    for (const shore of shores) {
      for (let i = 1; i < shore.length; i++) {
        const [ax, ay] = shore[i - 1]!;
        const [bx, by] = shore[i]!;
        expect(Number.isInteger(ax) && ax === bx && Math.abs(ay - by) > 0.01).toBe(false);
      }
    }
  });

  it("has a coarse level for small scales", () => {
    const box = { west: -180, east: 180, south: -90, north: 90 };
    const points = world
      .land(box, { coarse: true })
      .polygons.flat()
      .reduce((sum, ring) => sum + ring.length, 0);
    expect(points).toBeGreaterThan(20_000);
    expect(points).toBeLessThan(250_000);
  });
});

describe("a coast that is packed and unpacked", () => {
  const island: [number, number][] = [
    [0.2, 0.2],
    [2.7, 0.2],
    [2.7, 1.8],
    [0.2, 1.8],
    [0.2, 0.2],
  ];
  const lake: [number, number][] = [
    [0.8, 0.8],
    [1.3, 0.8],
    [1.3, 1.3],
    [0.8, 1.3],
    [0.8, 0.8],
  ];
  const plan = {
    units_per_deg: 10000,
    cell_deg: 1,
    tolerance_m: 0,
    polar_tolerance_m: 0,
    smallest_land_m2: 0,
    smallest_lake_m2: 0,
    smallest_northern_lake_m2: 0,
  };
  const packed = pack([[island, lake]], [plan]);

  it("is the same land, divided into cells", () => {
    const map = open(packed);
    expect(map.is_land(0.5, 0.5)).toBe(true);
    expect(map.is_land(1.0, 1.0)).toBe(false);
    expect(map.is_land(1.5, 1.5)).toBe(true);
    expect(map.is_land(2.9, 1.0)).toBe(false);
    expect(map.is_land(3.5, 0.5)).toBe(false);
  });

  it("has the shoreline length of the island and the lake", () => {
    const { shores } = open(packed).land({ west: 0, east: 3, south: 0, north: 2 }, { smooth: false });
    const length = shores.reduce(
      (sum, run) => sum + run.slice(1).reduce((s, [x, y], i) => s + Math.hypot(x - run[i]![0], y - run[i]![1]), 0),
      0,
    );
    expect(length).toBeCloseTo(2 * (2.5 + 1.6) + 4 * 0.5, 6);
  });

  it("reads only the byte ranges of the cells of a place", async () => {
    let read = 0;
    const remote = await openRemote(async (from, length) => {
      if (from > 0) read += length;
      return { bytes: bytes.slice(from, from + length), isComplete: false };
    });
    const { shores } = await remote.land({ west: -0.4, east: -0.2, south: 39.3, north: 39.5 });
    expect(shores.length).toBeGreaterThan(0);
    expect(read).toBeLessThan(20_000);
    expect(await remote.is_land(-3.7, 40.4)).toBe(true);
  });

  it("reads a block again after a failure", async () => {
    let isOffline = false;
    const remote = await openRemote(async (from, length) => {
      if (isOffline) throw new Error("offline");
      return { bytes: bytes.slice(from, from + length), isComplete: false };
    });
    isOffline = true;
    await expect(remote.is_land(-3.7, 40.4)).rejects.toThrow("offline");
    isOffline = false;
    expect(await remote.is_land(-3.7, 40.4)).toBe(true);
  });

  it("takes the complete file from a server without ranges", async () => {
    const remote = await openRemote(async () => ({ bytes: packed, isComplete: true }));
    expect(await remote.is_land(0.5, 0.5)).toBe(true);
  });

  it("fails on other bytes", () => {
    expect(() => open(new Uint8Array(20))).toThrow(/not a packed coast/);
  });
});

describe("water without a charted shore", () => {
  it("is recognised by a track that is on land for a fifth of the time", () => {
    const lon = Array.from({ length: 100 }, (_, i) => i / 100);
    const lat = lon.map(() => 0);
    expect(isUncharted(lon, lat, (x) => x > 0.7)).toBe(true);
    expect(isUncharted(lon, lat, (x) => x > 0.9)).toBe(false);
    expect(isUncharted([], [], () => true)).toBe(false);
  });
});

describe("the date line", () => {
  // Taveuni, Fiji, lies on it.
  const taveuni = { south: -17, north: -16.6 };

  it("divides no island: land of a box over it has the longitudes of the box", async () => {
    const remote = await openRemote(async (from, length) => ({
      bytes: bytes.subarray(from, from + length),
      isComplete: false,
    }));
    for (const land of [
      world.land({ west: 179.7, east: 180.3, ...taveuni }),
      await remote.land({ west: 179.7, east: 180.3, ...taveuni }),
    ]) {
      const lons = land.shores.flat().map(([lon]) => lon);
      expect(Math.min(...lons)).toBeGreaterThan(178);
      expect(Math.max(...lons)).toBeGreaterThan(180);
      expect(isInside(land, 179.99, -16.85) && isInside(land, 180.07, -16.8)).toBe(true);
    }
    const west = world.land({ west: -180.3, east: -179.7, ...taveuni });
    expect(isInside(west, -180.01, -16.85) && isInside(west, -179.93, -16.8)).toBe(true);
    expect([world.is_land(180.07, -16.8), world.is_land(-179.93, -16.8)]).toEqual([true, true]);
  });

  it("makes no jump in the longitudes of a track, whichever way it crosses", () => {
    const track = Float64Array.from([179.9, 179.99, NaN, -179.98, -179.9, 179.95]);
    expect([...continuousLongitudes(track)]).toEqual([179.9, 179.99, NaN, 180.02, 180.1, 179.95]);
    expect([...continuousLongitudes(track, -170)].map((lon) => Math.round(lon * 100) / 100)).toEqual([
      -180.1,
      -180.01,
      NaN,
      -179.98,
      -179.9,
      -180.05,
    ]);
    expect(wrapLongitude(180.02)).toBeCloseTo(-179.98, 9);
  });

  it("leaves the longitudes of other tracks as they are", () => {
    const track = Float64Array.from([-0.3, NaN, 0.2]);
    expect(continuousLongitudes(track)).toBe(track);
  });
});
