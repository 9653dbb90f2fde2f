import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { sheetOf, workbookOf } from "./spreadsheet.ts";
import { inertCell } from "./spreadsheet-cell.ts";

const FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://evil.example")'];

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
    const { sheets } = await readXlsx(await workbookOf([sheetOf("People", columns, rows)]));
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
});
