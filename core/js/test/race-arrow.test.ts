import { tableFromIPC } from "@uwdata/flechette";
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

  test("have no value where they are not known, and a leg of 255 outside the race", () => {
    const unknown = { ...boat("3", 4), behind_s: new Float32Array(4).fill(NaN), leg: new Uint8Array(4).fill(255) };
    const [[read]] = racesOfArrow(arrowOfRaces([[unknown]])) as [[RaceColumns]];
    expect([...read.behind_s]).toEqual([NaN, NaN, NaN, NaN]);
    expect([...read.leg]).toEqual([255, 255, 255, 255]);
    expect(read.progress_m[1]).toBeNaN();
    expect(read.progress_m[2]).toBe(102);
  });

  test("are null for other programs where they are not known or outside the race", () => {
    const table = tableFromIPC(arrowOfRaces([[boat("3", 3)]]), { useDate: true });
    expect(table.getChild("behind_s").toArray()).toEqual([0.5, null, 2.5]);
    expect(table.getChild("leg").toArray()).toEqual([null, 0, 0]);
    expect(table.getChild("time").at(1)).toEqual(new Date(Date.UTC(2026, 5, 1, 0, 0, 1)));
  });

  test("are in their race also after a race without boats", () => {
    const races = [[boat("1", 2)], [], [boat("2", 3)]];
    const read = racesOfArrow(arrowOfRaces(races));
    expect(read).toStrictEqual(races);
    expect(read.map((boats) => boats.length)).toEqual([1, 0, 1]);
  });

  test("keep their order and the milliseconds of their times", () => {
    const half = { ...boat("9", 2), time_ms: Float64Array.of(1_780_000_000_000.5, 1_780_000_001_000.5) };
    const [[first, second]] = racesOfArrow(arrowOfRaces([[half, boat("4", 1)]])) as [[RaceColumns, RaceColumns]];
    expect([first.track, second.track]).toEqual(["9", "4"]);
    expect([...first.time_ms]).toEqual([1_780_000_000_000.5, 1_780_000_001_000.5]);
  });

  test("are not read from another stream", () => {
    expect(() => racesOfArrow(new Uint8Array(8))).toThrow();
  });
});
