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

describe("the lines about a file's damage", () => {
  it("are empty for a file without damage", () => {
    expect(lines({})).toEqual([]);
  });

  it("do not call a file damaged whose fixes were only smoothed", () => {
    const [first, ...rest] = lines({ losses: [loss({}), loss({ points: 3 })] });
    expect(first).toBe("All 27,868 fixes were kept; 4 that no boat can have reached were smoothed:");
    expect(rest).toEqual(["- row 5: No boat is there so soon.", "- row 5: No boat is there so soon."]);
  });

  it("give the number of fixes read from a truncated file", () => {
    expect(
      lines({ kept: 90, expected: 100, losses: [loss({ kind: "truncated", unit: "byte", from: 900, to: 1000 })] })[0],
    ).toBe("Damaged: 90 of 100 fixes were kept.");
    expect(lines({ kept: 90, expected: null, losses: [loss({ kind: "truncated" })] })[0]).toBe(
      "Damaged: 90 fixes were kept. How many there were is not known.",
    );
  });

  it("do not call a file damaged because the receiver had no fix", () => {
    expect(lines({ kept: 602, expected: 611, losses: [loss({ kind: "no_position", points: 9 })] })[0]).toBe(
      "602 of 611 fixes were kept.",
    );
  });

  it("say that nothing is missing when only a checksum is wrong", () => {
    expect(lines({ losses: [loss({ kind: "checksum", points: 0 })] })[0]).toBe(
      "All 27,868 fixes were kept, but not everything in this file was right:",
    );
  });
});
