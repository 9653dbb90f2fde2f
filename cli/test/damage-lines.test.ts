import type { FileAnalysis, Loss } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { damageLines } from "../src/exporters/table-head.ts";

const loss = (extra: Partial<Loss>): Loss => ({
  from: 4,
  to: 5,
  unit: "row",
  kind: "jump",
  points: 1,
  time_ms: null,
  reason: "No boat is there so soon.",
  ...extra,
});
const lines = (damage: Partial<FileAnalysis["damage"]>) =>
  damageLines({ damage: { kept: 27_868, expected: 27_868, losses: [], lacks: [], ...damage } }).filter(Boolean);

describe("what is told of a file's damage", () => {
  it("is nothing where nothing is wrong", () => {
    expect(lines({})).toEqual([]);
  });

  it("calls no file damaged whose fixes were only smoothed", () => {
    const [first, ...rest] = lines({ losses: [loss({}), loss({ points: 3 })] });
    expect(first).toBe("All 27,868 fixes were kept; 4 that no boat can have reached were smoothed:");
    expect(rest).toEqual(["- row 5: No boat is there so soon.", "- row 5: No boat is there so soon."]);
  });

  it("says how much was kept of a file that stops", () => {
    expect(
      lines({ kept: 90, expected: 100, losses: [loss({ kind: "truncated", unit: "byte", from: 900, to: 1000 })] })[0],
    ).toBe("Damaged: 90 of 100 fixes were kept.");
    expect(lines({ kept: 90, expected: null, losses: [loss({ kind: "truncated" })] })[0]).toBe(
      "Damaged: 90 fixes were kept. How many there were is not known.",
    );
  });

  it("calls no file damaged for a receiver without sky", () => {
    expect(lines({ kept: 602, expected: 611, losses: [loss({ kind: "no_position", points: 9 })] })[0]).toBe(
      "602 of 611 fixes were kept.",
    );
  });

  it("says that nothing is missing where only a checksum is wrong", () => {
    expect(lines({ losses: [loss({ kind: "checksum", points: 0 })] })[0]).toBe(
      "All 27,868 fixes were kept, but not everything in this file was right:",
    );
  });
});
