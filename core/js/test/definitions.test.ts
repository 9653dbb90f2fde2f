import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  averageLoss,
  countedOf,
  halfWidth90,
  isCounted,
  lossHalfWidth90,
  type Maneuver,
  meanOfKnown,
  SEGMENT_KINDS,
} from "../src/index.ts";
import { loadCore } from "../src/node.ts";

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url)));

const maneuver = (kind: Maneuver["kind"], quality: number, loss_80_m: number | null) => ({ kind, quality, loss_80_m });

describe("kinds of segments", () => {
  it("have a letter each", () => {
    const letters = Object.values(SEGMENT_KINDS).map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.join("")).toBe("STGBDAPFHXU");
  });
});

describe("the average loss of a kind", () => {
  it("is the mean over the counted maneuvers of this kind that have a loss", () => {
    const maneuvers = [
      maneuver("tack", 0.9, 2),
      maneuver("tack", 0.5, 5),
      maneuver("tack", 0.49, 100),
      maneuver("tack", 0.9, null),
      maneuver("gybe", 0.9, 50),
    ];
    expect(averageLoss(maneuvers, "tack")).toBe(3.5);
  });

  it("is null when no counted maneuver has a loss", () => {
    expect(averageLoss([maneuver("tack", 0.4, 3), maneuver("tack", 1, null)], "tack")).toBeNull();
    expect(meanOfKnown([])).toBeNull();
  });

  it("counts the maneuvers that the engine's summary counts", async () => {
    const core = await loadCore();
    const { report } = await core.analyze({ name: "49er-kiel.fit", bytes: fixture("49er-kiel.fit") });
    expect(report.maneuvers.length).toBeGreaterThan(0);
    expect(countedOf(report.maneuvers, "tack")).toHaveLength(report.summary.tacks);
    expect(countedOf(report.maneuvers, "gybe")).toHaveLength(report.summary.gybes);
    expect(report.maneuvers.filter(isCounted).length).toBeLessThanOrEqual(report.maneuvers.length);
  });
});

describe("the number after ±", () => {
  it("is half the width of the 90 % interval of a loss", () => {
    expect(lossHalfWidth90({ loss_80_m: 3, loss_80_low_m: 1, loss_80_high_m: 6 })).toBe(2.5);
    expect(lossHalfWidth90({ loss_80_m: 3, loss_80_low_m: null, loss_80_high_m: 6 })).toBeNull();
    expect(lossHalfWidth90({ loss_80_m: null, loss_80_low_m: 1, loss_80_high_m: 6 })).toBeNull();
  });

  it("is 1.645 standard deviations of a speed or a direction", () => {
    expect(halfWidth90(2)).toBeCloseTo(3.29);
    expect(halfWidth90(null)).toBeNull();
  });
});
