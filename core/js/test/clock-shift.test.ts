import { expect, test } from "vitest";
import { clockShiftOf, clockShiftText } from "../src/clock-shift.ts";

test.for([
  ["+2h", 7200],
  ["-0:00:03", -3],
  ["1:30", 5400],
  ["+1d2h", 93_600],
  ["90 s", 90],
  ["\u22123 min", -180],
  ["+1024w", 1024 * 7 * 86_400],
  ["two hours", null],
  ["2h and more", null],
  ["", null],
] as const)("a shift written as %s", ([text, shift_s]) => {
  expect(clockShiftOf(text)).toBe(shift_s);
});

test.for([
  [7200, "+2 h"],
  [-3, "\u22123 s"],
  [1024 * 7 * 86_400 + 3600, "+1024 weeks 1 h"],
  [86_400, "+1 day"],
  [0, "+0 s"],
] as const)("%d s are a shift of %s", ([shift_s, text]) => {
  expect(clockShiftText(shift_s)).toBe(text);
});
