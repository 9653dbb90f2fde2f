import { LIMITS } from "@leebow/api/contract";
import { STANDARD_UNITS, type Units } from "@leebow/core";
import { afterEach, describe, expect, it } from "vitest";
import { countText, metresText, wordFor } from "../src/format/numbers";
import {
  amount,
  bytes,
  distance,
  fixed,
  intervalDigits,
  knotsToMps,
  percent,
  sentence,
  twd,
  unitWithInterval,
  withUnit,
} from "../src/format/numbers.ts";
import { hms } from "../src/format/times";
import { clockSeconds, dayKey, longDay, nearDay, shortDay, span, zoneName } from "../src/format/times.ts";
import { fromUnit, unitName } from "../src/format/units.ts";
import { chooseUnits } from "../src/server/units.ts";

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
    expect(distance(5680.4)).toBe("3.53");
    expect(distance(1e6)).toBe("621.37");
    expect(distance(0)).toBe("0.00");
  });
  it("writes the wind's direction with 3 decimals", () => expect(twd(102.79119)).toBe("102.791"));
  it("writes unknown values as a dash, never as zero", () => {
    expect([fixed(null, 2), fixed(Number.NaN, 2), distance(undefined), hms(null), twd(null)]).toEqual([
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
  it("writes bytes in the units in which limits and quotas are given", () => {
    expect([900, 2_540_000, LIMITS.upload_bytes, LIMITS.stored_bytes_per_user, 1.5 * 1024 ** 3].map(bytes)).toEqual([
      "900 B",
      "2.4 MB",
      "100 MB",
      "10 GB",
      "1.5 GB",
    ]);
  });
});

describe("times", () => {
  const evening = "2025-06-21T22:30:15Z";
  it("are shown in the zone of the track", () => {
    expect(clockSeconds(evening, "Europe/Madrid")).toBe("00:30:15");
    expect([longDay, shortDay].map((write) => write("1970-01-01T10:00:00Z", null))).toEqual([
      "Date unknown",
      "date unknown",
    ]);
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

describe("figures in the units of the sailor", () => {
  const choose = (units: Partial<Units>) => chooseUnits({ ...STANDARD_UNITS, ...units });
  afterEach(() => choose({}));

  it("are those of the specification until others are chosen", () => {
    expect([withUnit(12.84, 2, "kn"), withUnit(3.2, 1, "m/s"), withUnit(7.4, 1, "m")]).toEqual([
      "12.84 kn",
      "3.2 m/s",
      "7.4 m",
    ]);
    expect(["kts", "mi", "km", "°", "s"].map(unitName)).toEqual(["kts", "mi", "km", "°", "s"]);
  });
  it("say how fast a 49er reached in knots, in metres per second and in kilometres per hour", () => {
    const speeds = (["kn", "m/s", "km/h"] as const).map((speed) => {
      choose({ speed });
      return [withUnit(20, 2, "kts"), withUnit(10, 2, "m/s")];
    });
    expect(speeds).toEqual([
      ["20.00 kn", "19.44 kn"],
      ["10.29 m/s", "10.00 m/s"],
      ["37.04 km/h", "36.00 km/h"],
    ]);
  });
  it("say how far a boat sailed in miles, nautical miles and kilometres", () => {
    const sailed = (["mi", "nm", "km"] as const).map((unit) => {
      choose({ distance: unit });
      return `${distance(18_520)} ${unitName("mi")}`;
    });
    expect(sailed).toEqual(["11.51 mi", "10.00 nm", "18.52 km"]);
  });
  it("give a tack's loss in feet with a decimal less, its interval too", () => {
    choose({ length: "ft" });
    expect(`${amount(12.7, 1, "m")} ${unitWithInterval(1.2, 1, "m")}`).toBe("42 ± 4 ft");
    expect(metresText(-38)).toBe("\u2212125 ft");
  });
  it("keep what is unknown unknown, and angles and times as they are", () => {
    choose({ distance: "km", speed: "km/h", length: "ft" });
    expect([withUnit(null, 1, "kn"), distance(null)]).toEqual(["– km/h", "–"]);
    expect([withUnit(95, 0, "°"), withUnit(8, 0, "s")]).toEqual(["95 °", "8 s"]);
  });
  it("have as many decimals as their interval allows", () => {
    expect([9.55, 2, 1.2, 0.31, 0.04].map(intervalDigits)).toEqual([0, 0, 1, 1, 2]);
  });
  it("turn the figures in a sentence of the debrief", () => {
    const cost = "Tacks cost 12.7 m each, 2.7 ± 0.3 m more than in your last six sessions: 54 m today.";
    expect(sentence(cost)).toBe(cost);
    choose({ speed: "km/h", length: "ft", distance: "km" });
    expect(sentence(cost)).toBe("Tacks cost 42 ft each, 9 ± 1 ft more than in your last six sessions: 177 ft today.");
    expect(sentence("Your last six Laser sessions in 8 to 11 kn, 120 min upwind")).toBe(
      "Your last six Laser sessions in 15 to 20 km/h, 120 min upwind",
    );
    expect(sentence("1 h 20 min, 4.2 nm, 14 tacks.")).toBe("1 h 20 min, 7.8 km, 14 tacks.");
    choose({ speed: null, length: null, distance: null });
    expect(sentence("1 h 20 min, 4.2 nm, 14 tacks.")).toBe("1 h 20 min, 4.8 mi, 14 tacks.");
    expect(sentence("At 14:03:22 the course was 220°, 5 m/s² and 3 more")).toContain("5 m/s²");
  });
  it("give whole knots of wind as metres per second with a decimal", () => {
    choose({ speed: "m/s" });
    expect(sentence("10.0 m was expected at 9 kn of wind.")).toBe("10.0 m was expected at 4.6 m/s of wind.");
  });
  it("read the length of a course as it was typed", () => {
    choose({ distance: "km" });
    expect(fromUnit(9.26, "nm")).toBeCloseTo(5, 9);
  });
});
