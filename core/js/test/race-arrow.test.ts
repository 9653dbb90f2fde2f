import { describe, expect, test } from "vitest";
import { arrowOfRaces, type RaceColumns, racesOfArrow } from "../src/node.ts";

/** A boat of `n` seconds; rows that are not known are NaN. */
function boat(track: string, n: number): RaceColumns {
  const floats = (from: number) => Float32Array.from({ length: n }, (_, i) => (i === 1 ? NaN : from + i));
  return {
    track,
    time_ms: Float64Array.from({ length: n }, (_, i) => Date.UTC(2026, 5, 1) + 1000 * i),
    behind_s: floats(0.5),
    behind_m: floats(2),
    behind_sd_s: floats(3),
    behind_sd_m: floats(4),
    progress_m: floats(100),
    leg: Uint8Array.from({ length: n }, (_, i) => (i === 0 ? 255 : 0)),
  };
}

describe("boats behind the leader as an Arrow stream", () => {
  test("are read as they were written, also a boat that sailed two races", () => {
    const races = [[boat("12", 5), boat("7", 3)], [boat("7", 4)]];
    expect(racesOfArrow(arrowOfRaces(races))).toEqual(races);
  });

  test("are no rows of no races", () => {
    expect(racesOfArrow(arrowOfRaces([]))).toEqual([]);
  });

  test("are not read from another stream", () => {
    expect(() => racesOfArrow(new Uint8Array(8))).toThrow();
  });
});
