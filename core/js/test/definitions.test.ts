import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  averageLoss,
  countedOf,
  halfWidth90,
  isCounted,
  leftOutText,
  lossHalfWidth90,
  type Maneuver,
  mainBasis,
  meanOfKnown,
  SEGMENT_KINDS,
} from "../src/index.ts";
import { loadCore } from "../src/node.ts";

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url)));

const maneuver = (
  kind: Maneuver["kind"],
  loss_80_m: number | null,
  { left_out_reason = null, loss_basis = "vmg" }: Partial<Pick<Maneuver, "left_out_reason" | "loss_basis">> = {},
) => ({ kind, left_out_reason, loss_80_m, loss_basis: loss_80_m === null ? null : loss_basis });

describe("kinds of segments", () => {
  it("have a letter each", () => {
    const letters = Object.values(SEGMENT_KINDS).map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
    // P is port tack, beside maneuvers in lists and charts.
    expect(letters).not.toContain("P");
    expect(letters.join("")).toBe("STGBDACFHXU");
  });
});

describe("the average loss of a kind", () => {
  it("is the mean over the maneuvers of this kind that have a loss and are not left out", () => {
    const maneuvers = [
      maneuver("tack", 2),
      maneuver("tack", 5),
      maneuver("tack", 100, { left_out_reason: "not_counted" }),
      maneuver("tack", 40, { left_out_reason: "circling" }),
      maneuver("tack", null, { left_out_reason: "no_loss" }),
      maneuver("gybe", 50),
    ];
    expect(averageLoss(maneuvers, "tack")).toBe(3.5);
  });

  it("is null when every maneuver with a loss is left out", () => {
    const left = { left_out_reason: "not_counted" } as const;
    expect(averageLoss([maneuver("tack", 3, left), maneuver("tack", null)], "tack")).toBeNull();
    expect(meanOfKnown([])).toBeNull();
  });

  it("is over losses of one basis alone: the one that most have, along the wind of equally many", () => {
    const gybes = [8, 6].map((loss_m) => maneuver("gybe", loss_m, { loss_basis: "speed" }));
    expect(averageLoss([maneuver("gybe", 30), ...gybes], "gybe")).toBe(7);
    expect(averageLoss([maneuver("gybe", 30), gybes[0]!], "gybe")).toBe(30);
    expect(mainBasis([])).toBeNull();
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

describe("the reason why averages leave a maneuver out", () => {
  const all = { left_out_reason: null, not_counted_reason: null, no_loss_reason: null };
  it("is as precise as the engine knows it", () => {
    expect(leftOutText(all)).toBeNull();
    expect(leftOutText({ ...all, left_out_reason: "no_loss", no_loss_reason: "fell" })).toBe("fell");
    expect(leftOutText({ ...all, left_out_reason: "not_counted", not_counted_reason: "taken_back" })).toBe(
      "not counted: turned back at once",
    );
    expect(leftOutText({ ...all, left_out_reason: "wide_turn", no_loss_reason: "fell" })).toBe("turn above 200°");
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
