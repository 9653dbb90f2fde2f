import type { Correction, SegmentKind } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { matchSegments, type StoredSegment } from "./facts.ts";

const found = (kind: SegmentKind, start_s: number, end_s: number) => ({
  kind,
  start_ms: start_s * 1000,
  end_ms: end_s * 1000,
});
const stored = (id: number, kind: SegmentKind, start_s: number, end_s: number, is_retired = false): StoredSegment => ({
  id,
  ...found(kind, start_s, end_s),
  is_retired,
});
const time = (s: number) => new Date(s * 1000).toISOString();
const move = (kind: SegmentKind, from: [number, number], to: [number, number]): Correction => ({
  action: "move",
  kind,
  start_time: time(from[0]),
  end_time: time(from[1]),
  new_start_time: time(to[0]),
  new_end_time: time(to[1]),
});

describe("the id of a segment in a new analysis", () => {
  it("is that of the segment of its kind at its time, though the ends have moved by seconds", () => {
    const before = [stored(1, "tack", 100, 112), stored(2, "straight", 112, 160), stored(3, "tack", 160, 170)];
    expect(
      matchSegments([found("tack", 98, 113), found("straight", 113, 158), found("tack", 158, 171)], before),
    ).toEqual([1, 2, 3]);
  });

  it("is new where there was no segment, and for every segment of a first analysis", () => {
    expect(matchSegments([found("tack", 0, 10), found("tack", 50, 60)], [stored(1, "tack", 0, 10)])).toEqual([1, null]);
    expect(matchSegments([found("tack", 0, 10)], [])).toEqual([null]);
  });

  it("is not that of a neighbour of the same kind which begins where this one ends", () => {
    expect(matchSegments([found("gybe", 10, 20)], [stored(1, "gybe", 0, 11)])).toEqual([null]);
  });

  it("stays when the kind is changed", () => {
    expect(matchSegments([found("gybe", 0, 10)], [stored(1, "tack", 0, 10)])).toEqual([1]);
  });

  it("is not taken over from a segment of another kind that is much longer", () => {
    expect(matchSegments([found("tack", 50, 60)], [stored(1, "straight", 0, 100)])).toEqual([null]);
  });

  it("goes to the longest part when a segment is divided, and stays that of the longer one when two are joined", () => {
    const parts = [found("straight", 0, 30), found("tack", 30, 40), found("straight", 40, 100)];
    expect(matchSegments(parts, [stored(1, "straight", 0, 100)])).toEqual([null, null, 1]);
    const before = [stored(1, "straight", 0, 30), stored(2, "tack", 30, 40), stored(3, "straight", 40, 100)];
    expect(matchSegments([found("straight", 0, 100)], before)).toEqual([3]);
  });

  it("is given once, when two segments claim it", () => {
    const ids = matchSegments([found("tack", 0, 10), found("tack", 4, 14)], [stored(1, "tack", 1, 11)]);
    expect(ids).toEqual([1, null]);
  });

  it("comes back when a segment that was retired is found again, unless a present one fits", () => {
    expect(matchSegments([found("tack", 0, 10)], [stored(1, "tack", 0, 10, true)])).toEqual([1]);
    expect(matchSegments([found("tack", 0, 10)], [stored(1, "tack", 0, 10, true), stored(2, "tack", 1, 10)])).toEqual([
      2,
    ]);
    expect(matchSegments([found("gybe", 0, 10)], [stored(1, "tack", 0, 10, true)])).toEqual([1]);
    expect(matchSegments([found("gybe", 0, 10)], [stored(1, "tack", 6, 16, true)])).toEqual([null]);
  });

  it("goes with a segment that a correction moved to another time", () => {
    const corrections = [move("tack", [0, 10], [100, 110])];
    expect(matchSegments([found("tack", 100, 110)], [stored(1, "tack", 0, 10)], corrections)).toEqual([1]);
    // The next analysis finds it where it was moved to.
    expect(matchSegments([found("tack", 100, 110)], [stored(1, "tack", 100, 110)], corrections)).toEqual([1]);
  });

  it("belongs to a segment of one instant too", () => {
    expect(matchSegments([found("stop", 5, 5)], [stored(1, "stop", 5, 5)])).toEqual([1]);
  });
});
