import { describe, expect, test } from "vitest";
import { countText, KIND_COLORS, SEGMENT_KINDS, wordFor } from "../src/index.ts";

describe("kinds of segments", () => {
  test("have a colour each, and none that another has", () => {
    const colours = Object.values(KIND_COLORS);
    expect(Object.keys(KIND_COLORS)).toEqual(Object.keys(SEGMENT_KINDS));
    expect(new Set(colours).size).toBe(colours.length);
    for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe("a noun by its number", () => {
  test("is singular for one alone", () => {
    expect([0, 1, 2].map((n) => countText(n, "tack"))).toEqual(["0 tacks", "1 tack", "2 tacks"]);
  });
  test("has the plural that is given, as has a verb", () => {
    expect([1, 3].map((n) => countText(n, "fix", "fixes"))).toEqual(["1 fix", "3 fixes"]);
    expect([1, 3].map((n) => wordFor(n, "is", "are"))).toEqual(["is", "are"]);
  });
});
