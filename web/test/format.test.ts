import { describe, expect, it } from "vitest";
import { countText, wordFor } from "../src/format/counts.ts";
import { hms } from "../src/format/durations.ts";
import { bytes, fixed, knotsToMps, miles, percent, twd, unitWithInterval } from "../src/format/numbers.ts";
import { clockSeconds, dayKey, longDay, nearDay, shortDay, span, zoneName } from "../src/format/times.ts";

describe("a day without its year", () => {
  const midnight_in_greenwich = "2026-01-01T02:00:00Z";
  it("is one of this year where the boat sailed", () => {
    expect(nearDay(midnight_in_greenwich, "America/Los_Angeles", new Date("2026-06-01T12:00:00Z"))).toBe("31 Dec 2025");
    expect(nearDay(midnight_in_greenwich, "Pacific/Auckland", new Date("2026-06-01T12:00:00Z"))).toBe("1 Jan");
  });
  it("has its year on New Year's Day of the place, not of Greenwich", () => {
    const evening = new Date("2026-01-01T03:00:00Z");
    expect(nearDay(midnight_in_greenwich, "America/Los_Angeles", evening)).toBe("31 Dec");
    expect(nearDay(midnight_in_greenwich, "America/Los_Angeles", new Date("2026-01-01T09:00:00Z"))).toBe("31 Dec 2025");
  });
  it("is unknown without an instant", () => expect(nearDay(null, "UTC")).toBe("–"));
});

describe("a number with its noun", () => {
  it("has the singular for one only", () => {
    expect([0, 1, 2].map((n) => countText(n, "straight"))).toEqual(["0 straights", "1 straight", "2 straights"]);
  });
  it("has the plural that is given", () => expect(countText(2, "reply", "replies")).toBe("2 replies"));
  it("has a verb that agrees", () => expect([1, 3].map((n) => wordFor(n, "is", "are"))).toEqual(["is", "are"]));
});

describe("figures", () => {
  it("writes metres as miles with the factor 0.0006213712 and 2 decimals", () => {
    expect(miles(5680.4)).toBe("3.53");
    expect(miles(1e6)).toBe("621.37");
    expect(miles(0)).toBe("0.00");
  });
  it("writes the wind's direction with 3 decimals", () => expect(twd(102.79119)).toBe("102.791"));
  it("writes unknown values as a dash, never as zero", () => {
    expect([fixed(null, 2), fixed(Number.NaN, 2), miles(undefined), hms(null), twd(null)]).toEqual([
      "–",
      "–",
      "–",
      "–",
      "–",
    ]);
  });
  it("writes the minus sign U+2212, and none before a zero", () => {
    expect(fixed(-3.256, 2)).toBe("\u22123.26");
    expect(fixed(-0.001, 2)).toBe("0.00");
  });
  it("writes the half-width of the 90 % interval before the unit, and the unit alone without one", () => {
    expect([unitWithInterval(1.24, 1, "m"), unitWithInterval(9.87, 0, "°")]).toEqual(["± 1.2 m", "± 10°"]);
    expect(unitWithInterval(null, 1, "m")).toBe("m");
  });
  it("writes more than 24 hours as hours", () => {
    expect(hms(2405)).toBe("00:40:05");
    expect(hms(90_061)).toBe("25:01:01");
  });
  it("carries rounded seconds into the next minute", () => expect(hms(59.6)).toBe("00:01:00"));
  it("converts knots into metres per second exactly", () => expect(knotsToMps(3600 / 1852)).toBeCloseTo(1, 12));
  it("keeps an unknown speed unknown", () => expect(knotsToMps(null)).toBeNull());
  it("writes R² as percent with 2 decimals", () => expect([percent(0.17438), percent(0)]).toEqual(["17.44%", "0.00%"]));
  it("writes bytes with SI units", () => expect([bytes(900), bytes(2_540_000)]).toEqual(["900 B", "2.5 MB"]));
});

describe("times", () => {
  const evening = "2025-06-21T22:30:15Z";
  it("are shown in the zone of the track", () => {
    expect(clockSeconds(evening, "Europe/Madrid")).toBe("00:30:15");
    expect(longDay(evening, "Europe/Madrid")).toBe("Sunday 22 June 2025");
    expect(longDay(evening, "America/New_York")).toBe("Saturday 21 June 2025");
  });
  it("group by the day of that zone", () =>
    expect([dayKey(evening, "Europe/Madrid"), dayKey(evening, null)]).toEqual(["2025-06-22", "2025-06-21"]));
  it("name the zone by its city", () =>
    expect([zoneName("Europe/Madrid"), zoneName("America/Port_of_Spain"), zoneName(null)]).toEqual([
      "Madrid time",
      "Port of Spain time",
      "UTC",
    ]));
  it("are written as a span", () =>
    expect(span("2025-06-21T11:18:00Z", "2025-06-21T11:51:00Z", "Europe/Madrid")).toBe("13:18 to 13:51, Madrid time"));
  it("are a dash when they are not valid", () =>
    expect([shortDay("yesterday", "UTC"), shortDay(null, null)]).toEqual(["–", "–"]));
});
