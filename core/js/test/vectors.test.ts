/** The test vectors of `docs/vectors` in the browser's engine, as the engine's own tests hold them in Rust. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dashboard } from "../src/dashboard.ts";
import { loadWasm } from "../src/raw-web.ts";
import { coreOf } from "../src/typed-core.ts";

const vector = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../docs/vectors/${name}`, import.meta.url), "utf8"));
const web = coreOf(await loadWasm());

/** The value a JSON pointer names. */
const at = (value: unknown, pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .reduce((inner: unknown, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

interface Case {
  name: string;
  input: string;
  options: object;
  expected: Record<string, { value: unknown; within?: number }>;
}

test.each((vector("analysis.json").cases as Case[]).map((one) => [one.name, one] as const))("%s", async (name, one) => {
  const { report } = await web.analyze({ name, bytes: new TextEncoder().encode(one.input) }, one.options);
  for (const [path, { value, within }] of Object.entries(one.expected)) {
    const found = at(report, path);
    if (within === undefined) expect(found, path).toEqual(value);
    else
      expect(Math.abs((found as number) - (value as number)), `${path} is ${found}, not ${value}`).toBeLessThanOrEqual(
        within,
      );
  }
});

test("a regression line equals SciPy's to nine digits", () => {
  const { x, y, expected } = vector("statistics.json");
  const line = web.regress(Float64Array.from(x), Float64Array.from(y));
  expect(line.n).toBe(x.length);
  for (const key of ["slope", "intercept", "r2"] as const)
    expect(Math.abs(line[key] - expected.least_squares[key])).toBeLessThanOrEqual(1e-9);
});

test("the dashboards give the expected values", async () => {
  const { cases } = vector("dashboard.json");
  const { user_stats, regatta_percent, leaderboard } = dashboard;
  expect(await user_stats(cases[0].input.sessions)).toEqual(cases[0].expected);
  expect(await leaderboard(cases[4].input.people)).toEqual(cases[4].expected);
  expect(await regatta_percent(cases[5].input.finishes)).toEqual(cases[5].expected);
});
