import { inertCell, shownUnit, type Units } from "@leebow/core";
import { writeXlsx } from "hucre/xlsx";

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

/** A sheet with one line a row, in these units; texts are inert. */
export function sheetOf<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[], units: Units): Sheet {
  const heads = columns.map(({ header }) => headIn(units, header));
  return {
    name,
    headers: heads.map(({ head }) => head),
    widths: columns.map(({ width }) => width),
    formats: columns.map(({ format }) => format),
    rows: rows.map((row) => columns.map(({ value }, i) => inert(converted(value(row), heads[i]!.factor)))),
  };
}

/** The unit in a head, "Max speed (kn)". */
const UNIT = /\((kn|miles|mi|m)\)$/;

/** A head that names its unit in brackets, with the unit that is chosen instead, and the factor of its values. */
export function headIn(units: Units, standard: string): { head: string; factor: number } {
  const { unit, factor } = shownUnit(UNIT.exec(standard)?.[1] ?? "", units);
  return { head: standard.replace(UNIT, `(${unit})`), factor };
}

export const converted = (cell: Cell, factor: number): Cell => (typeof cell === "number" ? cell * factor : cell);

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
