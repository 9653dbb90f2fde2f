import { expect, test } from "vitest";
import { constantsIn } from "../constants.mjs";

const marks = (text) => constantsIn(text.split("\n")).map(({ name, mark }) => [name, mark]);

test("a constant has the provenance of its comment, or of the one that it shares with the constants above", () => {
  const text = `/// Speed and length of a stop. *guess*
const STOP_MPS: f64 = 0.25;
pub(crate) const MIN_STOP_S: f64 = 30.0;
/// Least turn, deg. *measured* with \`npm run truth\`
const MIN_TURN_DEG: f64 = 25.0;`;
  expect(marks(text)).toEqual([
    ["STOP_MPS", "guess"],
    ["MIN_STOP_S", "guess"],
    ["MIN_TURN_DEG", "measured"],
  ]);
});

test("a line above stands for all constants below it that have no mark of their own", () => {
  const text = `// All constants below are *hand-tuned* together (section 4) unless marked.

/// Rounds of a fit.
const ROUNDS: usize = 4;

/// Components of the state. *definition*
const N: usize = 10;`;
  expect(marks(text)).toEqual([
    ["ROUNDS", "hand-tuned"],
    ["N", "definition"],
  ]);
});

test("a constant without a comment, or with one that says nothing of its source, has no provenance", () => {
  const text = `/// Speed of a stop. *guess*
const STOP_MPS: f64 = 0.25;

const MIN_STOP_S: f64 = 30.0;
/// Longest gap, s.
const MAX_GAP_S: f64 = 10.0;`;
  expect(marks(text)).toEqual([
    ["STOP_MPS", "guess"],
    ["MIN_STOP_S", undefined],
    ["MAX_GAP_S", undefined],
  ]);
});

test("texts and lists of kinds are no constants with a provenance", () => {
  expect(marks('const SPARSE: &str = "sparse";\nconst NONE: Self = Self { time_s: 0.0 };')).toEqual([]);
});
