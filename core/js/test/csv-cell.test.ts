import { describe, expect, it } from "vitest";
import { csvCell, distinctNames, type FileAnalysis, maneuverCsvLines, withoutControls } from "../src/index.ts";
import { csvOf } from "../src/tables.ts";

const FORMULAS = ["=1+1.csv", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"];

describe("a text in a table for spreadsheets", () => {
  it("is no formula", () => {
    for (const text of FORMULAS)
      expect(csvCell(text).replace(/^"/, "")).toBe(`'${text}${/[\r\n]/.test(text) ? '"' : ""}`);
    expect(csvCell('=HYPERLINK("http://evil.example","a")')).toBe(`"'=HYPERLINK(""http://evil.example"",""a"")"`);
    for (const text of ["Ada", "", "1 = 1", "'=1"]) expect(csvCell(text)).toBe(text);
  });

  it("is the same in the table of maneuvers and in that of races", () => {
    const maneuver = { name: "@T1", flags: [], evidence: {}, loss_og_m: -2.5 };
    const report = { name: "=1+1.csv", boat_class: null, maneuvers: [maneuver] } as unknown as FileAnalysis;
    const line = maneuverCsvLines(report);
    expect(line).toMatch(/^'=1\+1\.csv,/);
    expect(line).toContain(",'@T1,");
    expect(line).toContain(",-2.5,");
    const table = csvOf([{ name: "boat", type: "STRING", value: (row: string) => row }], FORMULAS.slice(0, 2));
    expect(table).toBe("boat\r\n'=1+1.csv\r\n'+1\r\n");
  });
});

describe("a name of a file", () => {
  it("has no controls, line breaks or marks that change the direction of a text", () => {
    expect(withoutControls("day\u202exif\u2066\u200f\u061c\u2028\u0007\u009b.gpx")).toBe("dayxif.gpx");
    expect(withoutControls("Überführung – 日本 👩‍🚀.gpx")).toBe("Überführung – 日本 👩‍🚀.gpx");
    expect(distinctNames(["a\u202e.gpx", "a.gpx"])).toEqual(["a.gpx", "a (2).gpx"]);
  });
});
