import type { SchemaElement } from "hyparquet";
import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import { csvCell } from "./csv-cell.ts";

/** A value as it stands in the results: times are ISO 8601, dates YYYY-MM-DD. */
export type Value = string | number | boolean | null | undefined;

/** Types of columns: the names that Parquet has for them. */
export type Type = "STRING" | "INT32" | "FLOAT" | "DOUBLE" | "BOOLEAN" | "DATE" | "TIMESTAMP";

/** A column of a table: its type, its value, and the decimals that are kept of numbers. */
export interface Column<Row> {
  name: string;
  type: Type;
  value(row: Row): Value;
  decimals?: number;
}

/** A column of lists, each with a row of these columns an element. */
export interface ListColumn<Row> {
  name: string;
  columns: readonly { name: string; type: Type }[];
  list(row: Row): readonly Record<string, unknown>[];
}

/** A table as CSV by RFC 4180; unknown values are empty, yes and no stand for truth values. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(foundIn(column, row))));
  return [columns.map(({ name }) => name), ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** A table as Parquet; unknown values are nulls, times are timestamps in UTC, `metadata` stands in the footer. */
export function parquetTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  metadata: Record<string, string>,
): Uint8Array {
  const table = new ParquetTable(columns, [], metadata);
  table.add(rows);
  return table.finish();
}

/** A table as Parquet that is written some rows at a time, each time as a row group. */
export class ParquetTable<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #lists: readonly ListColumn<Row>[];
  readonly #file: ParquetFile;

  constructor(columns: readonly Column<Row>[], lists: readonly ListColumn<Row>[], metadata: Record<string, string>) {
    this.#columns = columns;
    this.#lists = lists;
    const flat = columns.map(({ name, type }) => elementOf(name, type));
    this.#file = parquetFile(columns.length + lists.length, [...flat, ...lists.flatMap(listElements)], metadata);
  }

  add(rows: readonly Row[]): void {
    const flat = this.#columns.map((column) => ({ name: column.name, data: rows.map((row) => stored(column, row)) }));
    const lists = this.#lists.map(({ name, list }) => ({ name, data: rows.map(list) }));
    this.#file.write([...flat, ...lists]);
  }

  finish(): Uint8Array {
    return this.#file.finish();
  }
}

interface ParquetFile {
  write(columns: ColumnSource[]): void;
  finish(): Uint8Array;
}

/** A Parquet file in memory with so many columns, whose elements are in `schema` in their order. */
export function parquetFile(
  columns: number,
  schema: readonly SchemaElement[],
  metadata: Record<string, string>,
): ParquetFile {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "root", num_children: columns }, ...schema],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: "leebow",
  });
  return {
    write: (columnData) => void writer.write({ columnData }),
    finish: () => {
      writer.finish();
      return new Uint8Array(bytes.getBuffer());
    },
  };
}

/** A list column of rows of another table. */
export function listColumn<Row, Item>(
  name: string,
  columns: readonly Column<Item>[],
  items: (row: Row) => readonly Item[],
): ListColumn<Row> {
  const record = (item: Item) => Object.fromEntries(columns.map((column) => [column.name, stored(column, item)]));
  return { name, columns, list: (row) => items(row).map(record) };
}

const ELEMENTS: Record<Type, Pick<SchemaElement, "type" | "converted_type" | "logical_type">> = {
  STRING: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  INT32: { type: "INT32" },
  FLOAT: { type: "FLOAT" },
  DOUBLE: { type: "DOUBLE" },
  BOOLEAN: { type: "BOOLEAN" },
  DATE: { type: "INT32", converted_type: "DATE" },
  // Readers take a time for one without a zone, unless its logical type says that it is UTC.
  TIMESTAMP: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
};

/** A column of Parquet in which values may be null. */
export const elementOf = (name: string, type: Type): SchemaElement => ({
  name,
  repetition_type: "OPTIONAL",
  ...ELEMENTS[type],
});

/** The three levels of a list that Parquet's format prescribes. */
function listElements<Row>({ name, columns }: ListColumn<Row>): SchemaElement[] {
  return [
    { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "OPTIONAL", num_children: columns.length },
    ...columns.map((column) => elementOf(column.name, column.type)),
  ];
}

function stored<Row>(column: Column<Row>, row: Row): Exclude<Value, undefined> | Date {
  const value = foundIn(column, row);
  return value !== null && (column.type === "TIMESTAMP" || column.type === "DATE") ? new Date(String(value)) : value;
}

function foundIn<Row>({ value, decimals }: Column<Row>, row: Row): Exclude<Value, undefined> {
  const found = value(row) ?? null;
  if (typeof found !== "number") return found;
  // Zero has no sign.
  return (decimals === undefined ? found : Number(found.toFixed(decimals))) + 0;
}

function cell(value: Exclude<Value, undefined>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return String(value ?? "");
  return csvCell(value);
}
