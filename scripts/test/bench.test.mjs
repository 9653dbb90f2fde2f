import { expect, test } from "vitest";
import { missesByHalf, REQUIREMENTS } from "../../benches/src/requirements.ts";

const misses = (id, measured) =>
  missesByHalf(
    REQUIREMENTS.find((requirement) => requirement.id === id),
    measured,
  );

test("a benchmark fails where a ratio is less than half as good as required", () => {
  expect([17, 18].map((times) => misses("fit-native-fitsdk", times))).toEqual([true, false]);
  expect([1.01, 0.99].map((share) => misses("fit-analysis", share))).toEqual([true, false]);
});

test("a benchmark does not fail by a missing reader, by memory, by elapsed time or by the start of the engine", () => {
  const measured = { "gpx-native-libxml2": NaN, "memory-fit-wasm": 9000, "fit-analysis-wall": 9, "fit-first": 3.5 };
  for (const [id, value] of Object.entries(measured)) expect(misses(id, value), id).toBe(false);
});
