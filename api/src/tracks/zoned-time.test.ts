import { describe, expect, it } from "vitest";
import { dateIn, isTimeZone, startOfDay } from "./zoned-time.ts";

describe("a day in a zone", () => {
  it.each([
    ["2026-06-21", "UTC", "2026-06-21T00:00:00.000Z"],
    ["2026-06-21", "Europe/Rome", "2026-06-20T22:00:00.000Z"],
    ["2026-01-21", "Europe/Rome", "2026-01-20T23:00:00.000Z"],
    ["2026-06-21", "Asia/Kolkata", "2026-06-20T18:30:00.000Z"],
    ["2026-06-21", "Pacific/Auckland", "2026-06-20T12:00:00.000Z"],
    // Clocks go forward at 2 and back at 3 on these days: midnight itself is still the old offset.
    ["2026-03-29", "Europe/Rome", "2026-03-28T23:00:00.000Z"],
    ["2026-10-25", "Europe/Rome", "2026-10-24T22:00:00.000Z"],
    ["2026-10-26", "Europe/Rome", "2026-10-25T23:00:00.000Z"],
  ])("%s in %s begins at %s", (date, zone, instant) => {
    expect(startOfDay(date, zone).toISOString()).toBe(instant);
  });

  it("has 25 hours when the clocks go back", () => {
    const hours =
      (startOfDay("2026-10-25", "Europe/Rome", 1).getTime() - startOfDay("2026-10-25", "Europe/Rome").getTime()) /
      3_600_000;
    expect(hours).toBe(25);
  });

  it("is the date by local time", () => {
    const late = new Date("2026-06-20T23:30:00Z");
    expect(dateIn(late, "Europe/Tallinn")).toBe("2026-06-21");
    expect(dateIn(late, "America/New_York")).toBe("2026-06-20");
    expect(dateIn(new Date("1969-12-31T23:59:59.500Z"), "UTC")).toBe("1969-12-31");
  });

  it("needs a zone that exists", () => {
    expect(["Europe/Rome", "UTC", "Mars/Olympus", "", "'; drop"].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
