import { describe, expect, it } from "vitest";
import { draftSection, MIN_SECTION_MS, moveEnd } from "../src/session/star-state";

const whole = { from_ms: 0, to_ms: 3_600_000 };

describe("the section of a new gold star", () => {
  it("lies about the present moment, inside the recording", () => {
    expect(draftSection(600_000, whole, null)).toEqual({ from_ms: 555_000, to_ms: 645_000 });
    expect(draftSection(0, whole, null).from_ms).toBe(0);
    expect(draftSection(3_600_000, whole, null).to_ms).toBe(3_600_000);
    expect(draftSection(10_000, { from_ms: 0, to_ms: 20_000 }, null)).toEqual({ from_ms: 0, to_ms: 20_000 });
  });

  it("is the zoomed range of the chart", () => {
    expect(draftSection(0, whole, { from_ms: 5000, to_ms: 9000 })).toEqual({ from_ms: 5000, to_ms: 9000 });
  });

  it("has ends that do not pass each other", () => {
    const section = { from_ms: 10_000, to_ms: 20_000 };
    expect(moveEnd(section, "from_ms", 25_000, whole).from_ms).toBe(20_000 - MIN_SECTION_MS);
    expect(moveEnd(section, "to_ms", 0, whole).to_ms).toBe(10_000 + MIN_SECTION_MS);
    expect(moveEnd(section, "to_ms", 9e9, whole).to_ms).toBe(whole.to_ms);
  });
});
