import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { columnIn, maneuverCsvHead, maneuverCsvLines, STANDARD_UNITS, shownUnit } from "../src/index.ts";
import { loadCore } from "../src/node.ts";

const FEET_AND_KMH = { distance: null, speed: "km/h", length: "ft" } as const;

describe("a unit that a sailor chose", () => {
  it("converts distances, speeds and lengths by the definitions of the units", () => {
    const one = (standard: string, units: Parameters<typeof shownUnit>[1]) => shownUnit(standard, units).factor;
    expect(one("kn", { ...STANDARD_UNITS, speed: "m/s" })).toBeCloseTo(0.514444, 6);
    expect(one("kn", { ...STANDARD_UNITS, speed: "km/h" })).toBeCloseTo(1.852, 12);
    expect(one("mi", { ...STANDARD_UNITS, distance: "nm" })).toBeCloseTo(0.868976, 6);
    expect(one("km", { ...STANDARD_UNITS, distance: "nm" })).toBeCloseTo(1 / 1.852, 12);
    expect(one("m", { ...STANDARD_UNITS, length: "ft" })).toBeCloseTo(3.28084, 5);
  });
  it("leaves a figure as it is where none was chosen, and angles and times always", () => {
    for (const standard of ["kn", "kts", "m/s", "mi", "m", "°"])
      expect(shownUnit(standard, STANDARD_UNITS)).toEqual({ unit: standard, factor: 1 });
    expect(shownUnit("°", FEET_AND_KMH)).toEqual({ unit: "°", factor: 1 });
  });
  it("that is not known here, as one stored by another version, leaves the figure as it is", () => {
    const stored = { ...STANDARD_UNITS, speed: "furlongs" } as unknown as typeof STANDARD_UNITS;
    expect(shownUnit("kn", stored)).toEqual({ unit: "kn", factor: 1 });
  });
  it("is in the name of a column", () => {
    const names = ["entry_speed_kn", "loss_80_m", "max_speed_mps", "angle_deg", "duration_s", "name"];
    expect(names.map((name) => columnIn(FEET_AND_KMH, name).name)).toEqual([
      "entry_speed_kmh",
      "loss_80_ft",
      "max_speed_kmh",
      "angle_deg",
      "duration_s",
      "name",
    ]);
  });
});

describe("the table of maneuvers", () => {
  it("has the same tacks in knots and metres, and in kilometres per hour and feet", async () => {
    const core = await loadCore();
    const bytes = readFileSync(new URL("../../../fixtures/49er-kiel.fit", import.meta.url));
    const { report } = await core.analyze({ name: "49er-kiel.fit", bytes: new Uint8Array(bytes) });
    const table = (head: string, lines: string) => {
      const names = head.trimEnd().split(",");
      return lines
        .trimEnd()
        .split("\r\n")
        .map((line) => new Map(line.split(",").map((cell, i) => [names[i], cell])));
    };
    const standard = table(maneuverCsvHead(), maneuverCsvLines(report));
    const own = table(maneuverCsvHead(FEET_AND_KMH), maneuverCsvLines(report, FEET_AND_KMH));
    expect(own).toHaveLength(standard.length);
    own.forEach((row, i) => {
      expect(row.get("name")).toBe(standard[i]!.get("name"));
      expect(Number(row.get("entry_speed_kmh"))).toBeCloseTo(Number(standard[i]!.get("entry_speed_kn")) * 1.852, 2);
      expect(Number(row.get("loss_80_ft"))).toBeCloseTo(Number(standard[i]!.get("loss_80_m")) / 0.3048, 1);
    });
  });
});
