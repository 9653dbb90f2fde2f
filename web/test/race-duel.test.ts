import type { Duel } from "@leebow/core";
import { expect, test } from "vitest";
import { duelSentence, relationText, signedMetres, tackBars } from "../src/race/report/duel-card";

const PARTS = {
  speed_m: 8.5,
  speed_sd_m: 2,
  height_m: 3.9,
  height_sd_m: 5,
  shift_m: -12,
  shift_sd_m: 4,
  turns_m: -3.9,
  turns_sd_m: 3,
  rest_m: 0,
  rest_sd_m: 1.4,
  total_m: -3.5,
  total_sd_m: 8,
};

const phase = (relation: Duel["phases"][number]["relation"]) => ({
  start_time: "2026-11-15T11:48:00.000Z",
  end_time: "2026-11-15T11:49:00.000Z",
  relation,
  ...PARTS,
});

const duel = (changes: Partial<Duel> = {}): Duel => ({
  a: "1",
  b: "2",
  leg: 2,
  start_time: "2026-11-15T11:48:00.000Z",
  end_time: "2026-11-15T11:58:00.000Z",
  start_m: 1,
  end_m: -2.5,
  sum: PARTS,
  phases: [phase("apart")],
  points: [
    { after_s: 0, ahead_m: 1, ahead_sd_m: 2, right_m: 5, a_tack: "starboard", b_tack: "starboard" },
    { after_s: 40, ahead_m: 1, ahead_sd_m: 2, right_m: -30, a_tack: "starboard", b_tack: "port" },
    { after_s: 60, ahead_m: null, ahead_sd_m: null, right_m: null, a_tack: null, b_tack: null },
    { after_s: 80, ahead_m: 1, ahead_sd_m: 2, right_m: -30, a_tack: "port", b_tack: "port" },
  ],
  said: [],
  ...changes,
});

test("the causes beyond chance are said with their uncertainty, the largest first", () => {
  const { said, doubt } = duelSentence(duel({ said: ["shift", "speed"] }), "Marta", "Jon");
  expect(said).toBe("Marta lost 12.0 ± 7 m by the side of the course and gained 8.5 ± 3 m by speed.");
  expect(doubt).toMatch(/smaller than its doubt/);
});

test("a difference without a clear cause names none, and a small one is too close to tell", () => {
  expect(duelSentence(duel(), "Marta", "Jon").said).toBe("Too close to tell.");
  const clear = { ...PARTS, total_m: 40 };
  expect(duelSentence(duel({ sum: clear }), "Marta", "Jon")).toEqual({
    said: "Marta gained 40.0 ± 13 m on Jon; no single cause is beyond chance.",
    doubt: null,
  });
});

test("a boat that is lower and faster without a difference is said to be so", () => {
  expect(duelSentence(duel({ said: ["lower_and_faster"] }), "Marta", "Jon").said).toBe(
    "Marta sailed lower and faster, without a difference.",
  );
});

test("a phase says how the boats sailed to each other, and on which side the other one was", () => {
  expect(relationText(duel(), phase("apart"), "Jon")).toBe("Apart, Jon on the right");
  expect(relationText(duel(), phase("same_tack"), "Jon")).toBe("Both on starboard");
  expect(relationText(duel(), phase("together"), "Jon")).toBe("Coming together");
  expect(relationText(duel(), phase("to_mark"), "Jon")).toBe("To the mark");
});

test("metres have a sign unless they round to zero", () => {
  expect([3.24, -0.9, -0.04].map(signedMetres)).toEqual(["+3.2", "−0.9", "0.0"]);
});

test("the stretches on a tack follow one another, over a gap too", () => {
  expect(tackBars(duel().points, "a_tack")).toEqual([
    { side: "starboard", from_s: 0, to_s: 80 },
    { side: "port", from_s: 80, to_s: 80 },
  ]);
});
