import { expect, test } from "vitest";
import { folderCircles } from "../folder-circles.mjs";

test("folders that import downwards alone have no circle", () => {
  const imports = [
    ["replay/view.tsx", "replay/stars/star-form.tsx"],
    ["replay/stars/star-form.tsx", "session/replay-model.ts"],
    ["replay/stars/star-form.tsx", "replay/stars/star-sign.tsx"],
    ["session/replay-model.ts", "playback/clock.ts"],
  ];
  expect(folderCircles(imports)).toEqual([]);
});

test("a circle between folders is reported once, with the imports that make it", () => {
  const imports = [
    ["wind/answer.tsx", "replay/model.ts"],
    ["replay/view.tsx", "wind/answer.tsx"],
    ["replay/view.tsx", "queries/stars.ts"],
  ];
  expect(folderCircles(imports)).toEqual([
    "circle of folders: replay/view.tsx imports wind/answer.tsx, wind/answer.tsx imports replay/model.ts",
  ]);
});

test("a circle is found by way of a third folder, and between a folder and one inside it", () => {
  const long = [
    ["wind/a.ts", "replay/b.ts"],
    ["replay/b.ts", "queries/c.ts"],
    ["queries/c.ts", "wind/d.ts"],
  ];
  expect(folderCircles(long)).toHaveLength(1);
  const nested = [
    ["replay/view.tsx", "replay/stars/form.tsx"],
    ["replay/stars/list.tsx", "replay/keys.ts"],
  ];
  expect(folderCircles(nested)).toHaveLength(1);
});
