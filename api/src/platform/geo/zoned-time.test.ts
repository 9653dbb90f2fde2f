import { describe, expect, it } from "vitest";
import { dateIn, isTimeZone } from "./zoned-time.ts";

describe("a day in a zone", () => {
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
