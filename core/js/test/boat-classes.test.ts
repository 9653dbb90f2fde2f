import { expect, test } from "vitest";
import { loadCore } from "../src/node.ts";

test("the names of boat classes that forms offer are those of the engine (vitest -u writes them)", async () => {
  const { boat_classes } = await loadCore();
  const lines = boat_classes.map(({ name }) => `  ${JSON.stringify(name)},\n`).join("");
  const head = "/** Names of all boat classes that the engine knows. Written by boat-classes.test.ts. */\n";
  await expect(`${head}export const BOAT_CLASS_NAMES: readonly string[] = [\n${lines}];\n`).toMatchFileSnapshot(
    "../src/boat-class-names.ts",
  );
});
