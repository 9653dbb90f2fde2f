import { expect, it } from "vitest";
import { timeParts } from "../src/time-parts.ts";

const MINUTE_MS = 60_000;

it("the time of a recording is without its empty hours, and a lunch of less is in it", () => {
  const minutes = [0, 1, 2, 50, 51, 300, 301];
  const parts = timeParts(minutes.map((minute) => minute * MINUTE_MS));
  expect(parts).toEqual([
    { from_ms: 0, to_ms: 51 * MINUTE_MS },
    { from_ms: 300 * MINUTE_MS, to_ms: 301 * MINUTE_MS },
  ]);
  expect(timeParts([])).toEqual([]);
});
