import { readFixture } from "@leebow/fixtures";
import { expect, test } from "vitest";
import { analyzeStraights, loadCore } from "../src/node.ts";

const KIEL = "49er-kiel.fit";

test("straights are analysed on a thread with the same numbers, and the columns stay usable", async () => {
  const core = await loadCore();
  const { columns, report } = await core.analyze({ name: KIEL, bytes: readFixture(KIEL) }, { boat_class: "49er" });
  const segments = report.straights.map(({ name, start, end }) => ({ name, start, end, tags: ["flat"] }));
  const expected = core.straight_analysis(columns, { segments });
  const answers = await Promise.all([1, 2, 3].map(() => analyzeStraights(columns, { segments })));
  expect(answers).toEqual([expected, expected, expected]);
});

test("a question that the engine does not know is an error, and the next is answered", async () => {
  const columns = { time_ms: Float64Array.of(0, 1000), channels: {} };
  await expect(analyzeStraights(columns, { segmens: [] } as object)).rejects.toMatchObject({ kind: "bad_options" });
  expect((await analyzeStraights(columns, {})).segments).toEqual([]);
});
