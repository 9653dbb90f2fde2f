import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, run } from "../step.mjs";

const command = (...args) => run(process.execPath, [join(ROOT, "scripts/test.mjs"), ...args]);

test("npm test runs a suite by name and counts its tests in the last line", async () => {
  const { code, stdout } = await command("--only", "basemap");
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  expect(code).toBe(0);
}, 120_000);

test("npm test fails on an unknown suite", async () => {
  expect((await command("--only", "regatta")).code).toBe(1);
});
