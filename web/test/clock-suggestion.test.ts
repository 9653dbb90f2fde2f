/** What the clock of a recording most likely lacks. */
import { expect, it } from "vitest";
import { clockSuggestion } from "../src/replay/parts/clock-notice";

const UPLOADED_MS = Date.parse("2026-08-16T09:00:00Z");
const WEEK_S = 7 * 86_400;
const suggested = (start_time: string, changes = {}) =>
  clockSuggestion(
    { start_time, undated: false, time_zone: "Europe/Madrid", damage: { lacks: [] }, ...changes },
    UPLOADED_MS,
  );

it.each([
  ["2006-12-30T13:22:05Z", 1024],
  ["1987-05-16T13:22:05Z", 2048],
  ["2046-03-31T13:22:05Z", -1024],
])("a receiver that says %s lost %i weeks of the day before its upload", (start_time, weeks) => {
  expect(suggested(start_time)).toEqual({ kind: "weeks", shift_s: weeks * WEEK_S, weeks: Math.abs(weeks) });
});

it.each([
  "2026-08-15T13:22:05Z",
  "2026-08-17T08:00:00Z",
  "2019-05-01T13:22:05Z",
  "2009-05-01T13:22:05Z",
  "2003-07-01T10:00:00Z",
])("a recording of %s is as it says", (start_time) => {
  expect(suggested(start_time)).toBeNull();
});

it("a day after today is said, without an answer that nothing tells", () => {
  expect(suggested("2027-08-15T13:22:05Z")).toEqual({ kind: "future", shift_s: null, weeks: 0 });
});

it("times without a zone are those of the place, where that is not UTC", () => {
  const damage = { lacks: ["The times in this file have no time zone; they were read as UTC."] };
  expect(suggested("2026-08-15T13:22:05Z", { damage })).toEqual({ kind: "zone", shift_s: -7200, weeks: 0 });
  expect(suggested("2026-08-15T13:22:05Z", { damage, time_zone: null })).toBeNull();
  expect(suggested("2026-01-15T13:22:05Z", { damage, time_zone: "Europe/London" })).toBeNull();
});

it("times of day without a date are of the last day before the file came", () => {
  const start = (time: string) => suggested(`1970-01-01T${time}Z`, { undated: true })!;
  const day = ({ shift_s }: { shift_s: number | null }) => new Date(1000 * shift_s!).toISOString();
  expect(day(start("08:00:00"))).toBe("2026-08-16T00:00:00.000Z");
  expect(day(start("14:22:05"))).toBe("2026-08-15T00:00:00.000Z");
});
