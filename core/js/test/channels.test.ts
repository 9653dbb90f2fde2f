import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { CHANNELS } from "../src/index.ts";

const built = existsSync(new URL("../wasm/leebow_bg.wasm", import.meta.url));

it.skipIf(!built)("screens that load no engine know the channels as the engine does", async () => {
  const { loadCore } = await import("../src/web.ts");
  expect(CHANNELS).toEqual((await loadCore()).channels);
});
