import type { Loss } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { durationText } from "../src/format/times";
import { barPieces, damageSentence, keptText } from "../src/tracks/damage-report";
import { columnsOf, reportOf } from "./helpers";

const START_MS = Date.UTC(2025, 5, 21, 11, 0, 0);
const loss = (extra: Partial<Loss>): Loss => ({
  from: 0,
  to: 1,
  unit: "byte",
  kind: "malformed",
  points: 10,
  time_ms: START_MS + 50_000,
  reason: "",
  ...extra,
});
const damaged = (losses: Loss[], expected: number | null = null) =>
  reportOf({ damage: { kept: 100, expected, losses, lacks: [] } });

describe("the text about a damaged file", () => {
  it("says where it stops and which part is usable, in the time zone of the track", () => {
    const report = damaged([loss({ kind: "truncated", time_ms: START_MS + 10_380_000 })], 459);
    expect(keptText(report.damage)).toBe("Kept 100 of 459 points");
    expect(damageSentence(report)).toBe(
      "The file stops at 15:53:00. The 2 h 53 min before that are good, and everything shown here is made from them.",
    );
  });

  it("says when nothing is wrong", () => {
    expect(keptText(damaged([]).damage)).toBe("All 100 points kept");
    expect(damageSentence(damaged([]))).toBe("This file is whole.");
  });

  it("calls a file complete whose fixes were only smoothed", () => {
    const smoothed = damaged([loss({ kind: "jump", points: 2 }), loss({ kind: "jump", points: 1 })]);
    expect(keptText(smoothed.damage)).toBe("All 100 points kept");
    expect(damageSentence(smoothed)).toBe(
      "This file is whole. 3 fixes no boat can have reached are drawn where the boat must have been.",
    );
    expect(barPieces(smoothed, columnsOf(100).time_ms)).toEqual([{ lost: false, points: 100 }]);
  });

  it("says that the number of points in the file is unknown", () => {
    expect(keptText(damaged([loss({ kind: "truncated" })]).damage)).toBe(
      "Kept 100 points; how many there were is not known",
    );
  });

  it("reports no missing point where only the checksum is wrong", () => {
    const report = damaged([loss({ kind: "checksum", points: 0 })], 100);
    expect(keptText(report.damage)).toBe("All 100 points kept, though something in the file is wrong");
    expect(damageSentence(report)).toBe("No point is missing. What was wrong in the file stands below.");
  });

  it("places lost parts by their time", () => {
    const { time_ms } = columnsOf(100);
    expect(barPieces(damaged([loss({}), loss({ time_ms: time_ms[99]!, points: 30 })]), time_ms)).toEqual([
      { lost: false, points: 51 },
      { lost: true, points: 10 },
      { lost: false, points: 49 },
      { lost: true, points: 30 },
    ]);
    expect(barPieces(damaged([loss({ time_ms: null, points: 0 })]), time_ms)).toEqual([
      { lost: true, points: 1 },
      { lost: false, points: 100 },
    ]);
  });

  it("writes durations in hours and minutes", () => {
    expect([12, 90, 3600, 10_380].map(durationText)).toEqual(["12 s", "2 min", "1 h 0 min", "2 h 53 min"]);
  });
});
