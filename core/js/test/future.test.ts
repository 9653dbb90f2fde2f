import { expect, it } from "vitest";
import { futureNote } from "../src/future.ts";

const now_ms = Date.parse("2026-11-29T12:00:00Z");
const note = (start_time: string, undated = false) => futureNote({ start_time, undated }, now_ms);

it("a recording of today, of the past and without a date is not in the future", () => {
  for (const start of ["2026-11-29T12:00:00.000Z", "2027-01-01T00:00:00.000Z", "1999-11-19T22:00:00.000Z"])
    expect(note(start)).toEqual([]);
  expect(note("2044-01-01T00:00:00.000Z", true)).toEqual([]);
});

it("a receiver that counts 1,024 weeks too many is told by its date", () => {
  expect(note("2045-02-18T10:00:00.000Z")).toEqual([
    "This recording starts in the future, on 2045-02-18. If its receiver counts 1024 weeks too many, it was on 2025-07-05. Set the clock.",
  ]);
  expect(note("2099-01-01T00:00:00.000Z")).toEqual([
    "This recording starts in the future, on 2099-01-01. Its clock is wrong. Set the clock.",
  ]);
});
