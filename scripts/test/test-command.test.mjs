import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, run } from "../step.mjs";
import { chosen } from "../suites.mjs";

const command = (...args) => run(process.execPath, [join(ROOT, "scripts/test.mjs"), ...args]);

test("npm test runs a suite by name and counts its tests in the last line", async () => {
  const { code, stdout } = await command("--only", "basemap");
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  expect(code).toBe(0);
}, 120_000);

test("the benchmark runs on request alone, after the tests of a machine that nothing else occupies", () => {
  const names = (...words) => chosen(...words).suites.map(({ name }) => name);
  expect(names([])).not.toContain("bench");
  expect(names([], ["bench"])).toEqual([...names([]), "bench"]);
  expect(names(["bench"])).toEqual(["bench"]);
});

test("npm test fails on an unknown suite", async () => {
  expect((await command("--only", "regatta")).code).toBe(1);
  expect((await command("--with", "regatta")).code).toBe(1);
});
