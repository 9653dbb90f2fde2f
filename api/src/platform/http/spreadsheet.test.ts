import { inertCell, STANDARD_UNITS } from "@leebow/core";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { sheetOf, workbookOf } from "./spreadsheet.ts";

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "＠SUM(A1)",
  '=HYPERLINK("http://evil.example")',
];

describe("a cell of a spreadsheet", () => {
  it("is inert when a user's text begins like a formula, and else as written", () => {
    for (const text of FORMULAS) expect(inertCell(text)).toBe(`'${text}`);
    for (const text of ["Ada", "", "1 = 1", "a@b.example", "'=1"]) expect(inertCell(text)).toBe(text);
  });

  it("is read back from the file as the text or number it was", async () => {
    const columns = [
      { header: "Name", width: 20, value: (row: { name: string; n: number | null }) => row.name },
      { header: "Number", width: 10, format: "0.00", value: (row: { n: number | null }) => row.n },
    ];
    const rows = [...FORMULAS.map((name) => ({ name, n: -1.5 })), { name: "Ada & <Grace>", n: null }];
    const { sheets } = await readXlsx(await workbookOf([sheetOf("People", columns, rows, STANDARD_UNITS)]));
    expect(sheets.map(({ name }) => name)).toEqual(["People"]);
    const [head, ...lines] = sheets[0]!.rows;
    expect(head).toEqual(["Name", "Number"]);
    expect(lines.at(-1)!.slice(0, 1)).toEqual(["Ada & <Grace>"]);
    for (const [name, n] of lines.slice(0, -1)) {
      expect(String(name)).toMatch(/^'/);
      expect(n).toBe(-1.5);
    }
    expect(lines.at(-1)![1] ?? null).toBeNull();
  });

  it("is in the unit that its head names: the standard one, or the reader's", () => {
    const columns = [
      { header: "Max speed (kn)", width: 10, value: (row: { n: number | null }) => row.n },
      { header: "Loss (m)", width: 10, value: (row: { n: number | null }) => row.n },
      { header: "Angle (°)", width: 10, value: (row: { n: number | null }) => row.n },
    ];
    const rows = [{ n: 10 }, { n: null }];
    expect(sheetOf("Turns", columns, rows, STANDARD_UNITS)).toMatchObject({
      headers: ["Max speed (kn)", "Loss (m)", "Angle (°)"],
      rows: [
        [10, 10, 10],
        [null, null, null],
      ],
    });
    const own = sheetOf("Turns", columns, rows, { distance: null, speed: "km/h", length: "ft" });
    expect(own.headers).toEqual(["Max speed (km/h)", "Loss (ft)", "Angle (°)"]);
    expect(own.rows).toEqual([
      [expect.closeTo(18.52, 9), expect.closeTo(32.8084, 4), 10],
      [null, null, null],
    ]);
  });
});
