import { expect, test } from "vitest";
import { circlesOf, importsOf } from "../import-graph.mjs";

const circles = (...pairs) => circlesOf(pairs.map(([from, to]) => ({ from, to }))).map((steps) => steps.join(", "));

test("folders that import downwards alone have no circle", () => {
  expect(
    circles(
      ["replay/view.tsx", "replay/stars/star-form.tsx"],
      ["replay/stars/star-form.tsx", "session/replay-model.ts"],
      ["replay/stars/star-form.tsx", "replay/stars/star-sign.tsx"],
      ["session/replay-model.ts", "playback/clock.ts"],
    ),
  ).toEqual([]);
});

test("every import from folder to folder on a circle counts once, with the imports that close it, the shortest first", () => {
  expect(
    circles(
      ["a/1.ts", "b/1.ts"],
      ["b/1.ts", "c/1.ts"],
      ["c/1.ts", "a/1.ts"],
      ["c/2.ts", "a/2.ts"],
      ["wind/answer.tsx", "replay/model.ts"],
      ["replay/view.tsx", "wind/answer.tsx"],
      ["replay/view.tsx", "a/1.ts"],
    ),
  ).toEqual([
    "wind/answer.tsx imports replay/model.ts, replay/view.tsx imports wind/answer.tsx",
    "replay/view.tsx imports wind/answer.tsx, wind/answer.tsx imports replay/model.ts",
    "a/1.ts imports b/1.ts, b/1.ts imports c/1.ts, c/1.ts imports a/1.ts",
    "b/1.ts imports c/1.ts, c/1.ts imports a/1.ts, a/1.ts imports b/1.ts",
    "c/1.ts imports a/1.ts, a/1.ts imports b/1.ts, b/1.ts imports c/1.ts",
  ]);
});

test("a folder and one inside it make a circle", () => {
  expect(
    circles(["replay/view.tsx", "replay/stars/form.tsx"], ["replay/stars/list.tsx", "replay/keys.ts"]),
  ).toHaveLength(2);
});

test("the imports of a file are found with their names, not those in comments", () => {
  const text = [
    'import { type Track, fixes as all } from "./import-graph.mjs";',
    'import type { Hono } from "hono";',
    'import * as d3 from "d3";',
    '// import { old } from "./old";',
    'export { step } from "./step.mjs";',
    'const page = lazy(() => import("./stamp.mjs").then((part) => part.Page));',
    'const other = () => import("./stamp.mjs");',
  ].join("\n");
  expect(importsOf("scripts/a.ts", text).map(({ to, names }) => [to, ...names])).toEqual([
    ["scripts/import-graph.mjs", "Track", "fixes"],
    ["hono", "Hono"],
    ["d3", "*"],
    ["scripts/step.mjs", "step"],
    ["scripts/stamp.mjs", "Page"],
    ["scripts/stamp.mjs", "*"],
  ]);
});
