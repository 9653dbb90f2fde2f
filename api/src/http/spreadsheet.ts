import { writeXlsx } from "hucre/xlsx";
import { inertCell } from "./spreadsheet-cell.ts";

export { XLSX_TYPE } from "./spreadsheet-cell.ts";

export type Cell = string | number | null;

export interface Column<Row> {
  header: string;
  /** In characters. */
  width: number;
  /** Number format of the program, "0.00". */
  format?: string;
  /** Null is an empty cell. */
  value(row: Row): Cell;
}

/** A column of numbers, as wide as its head. */
export const number = <Row>(header: string, format: string, value: (row: Row) => Cell): Column<Row> => ({
  header,
  width: Math.max(10, header.length + 2),
  format,
  value,
});

/** A column of texts. */
export const text = <Row>(header: string, width: number, value: (row: Row) => Cell): Column<Row> => ({
  header,
  width,
  value,
});

export interface Sheet {
  name: string;
  headers: string[];
  widths: number[];
  formats: (string | undefined)[];
  rows: Cell[][];
}

/** A sheet with one line a row; texts are inert. */
export function sheetOf<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  return {
    name,
    headers: columns.map(({ header }) => header),
    widths: columns.map(({ width }) => width),
    formats: columns.map(({ format }) => format),
    rows: rows.map((row) => columns.map(({ value }) => inert(value(row)))),
  };
}

const inert = (cell: Cell): Cell => (typeof cell === "string" ? inertCell(cell) : cell);

/** An XLSX file of these sheets. */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(({ name, headers, widths, formats, rows }) => ({
      name,
      freezePane: { rows: 1 },
      columns: headers.map((header, i) => ({
        header,
        key: String(i),
        width: widths[i] ?? 12,
        ...(formats[i] && { numFmt: formats[i] }),
      })),
      data: rows.map((row) => Object.fromEntries(row.map((cell, i) => [String(i), cell]))),
    })),
  });
}
