/**
 * Columns of rows in Arrow (row-form.ts). Where a number is null its place in the buffer holds NaN, so that our own programs
 * read the buffer as it is.
 */
import { batchType, Column, type DataType, type Table, TimeUnit, tableFromColumns, timestamp } from "@uwdata/flechette";
import { TIME_AS_NUMBER } from "./row-form.ts";

type Numbers = Float32Array | Float64Array | Uint8Array | Uint16Array | Int32Array;

/** Numbers as a column of this type, which are its buffer; what is unknown is null. */
export function numberColumn(
  values: Numbers,
  type: DataType,
  isUnknown: (value: number) => boolean = Number.isNaN,
): Column<unknown> {
  return columnOf(values, type, validityOf(values, isUnknown));
}

/** Times, ms since 1970, as instants in UTC to the microsecond. */
export function timeColumn(time_ms: Float64Array): Column<unknown> {
  const n = time_ms.length;
  const values = new BigInt64Array(n);
  // Little-endian, as Arrow is: writing halves takes a tenth of the time of a BigInt each.
  const [low, high] = [new Uint32Array(values.buffer), new Int32Array(values.buffer)];
  for (let i = 0; i < n; i++) {
    const time_us = Math.round(time_ms[i]! * 1000);
    high[2 * i + 1] = Math.floor(time_us / 2 ** 32);
    low[2 * i] = time_us;
  }
  return columnOf(values, timestamp(TimeUnit.MICROSECOND, "UTC"), validityOf(time_ms, Number.isNaN));
}

function columnOf(values: Numbers | BigInt64Array, type: DataType, [validity, nullCount]: Validity): Column<unknown> {
  const Batch = batchType(type);
  return new Column([new Batch({ length: values.length, nullCount, type, validity, values } as never)], type);
}

/** A bit a row that is 1 where the row has a value, and the number of zeros; no bits without a zero. */
type Validity = [Uint8Array, number];

function validityOf(values: Numbers, isUnknown: (value: number) => boolean): Validity {
  let bits: Uint8Array | null = null;
  let unknown = 0;
  for (let i = 0; i < values.length; i++) {
    if (!isUnknown(values[i]!)) continue;
    bits ??= new Uint8Array(Math.ceil(values.length / 8)).fill(255);
    bits[i >> 3]! &= ~(1 << (i & 7));
    unknown += 1;
  }
  return [bits ?? new Uint8Array(), unknown];
}

/** A table of these columns, in their order, with this metadata. */
export function tableOf(
  columns: readonly (readonly [string, Column<unknown>])[],
  metadata: Record<string, string>,
): Table {
  const table = tableFromColumns(columns as [string, Column<unknown>][]);
  Object.assign(table.schema, { metadata: new Map(Object.entries(metadata)) });
  return table;
}

/** The buffer of a column, NaN where a number is unknown; undefined where there is no such column. */
export function valuesIn<T>(table: Table, field: string): T | undefined {
  const column = table.getChild(field) as Column<unknown> | undefined;
  if (!column) return undefined;
  const [batch] = column.data;
  return (batch ? batch.values : column.toArray()) as T;
}

/** Times, ms since 1970, of a stream of {@link timeColumn} or one that has them as numbers; undefined without any. */
export function timesIn(table: Table): Float64Array | undefined {
  const values = valuesIn<BigInt64Array>(table, "time");
  if (!values) return valuesIn<Float64Array>(table, TIME_AS_NUMBER);
  const n = table.numRows;
  const time_ms = new Float64Array(n);
  if (n === 0) return time_ms;
  const halves = [values.buffer as ArrayBuffer, values.byteOffset, 2 * n] as const;
  const [low, high] = [new Uint32Array(...halves), new Int32Array(...halves)];
  for (let i = 0; i < n; i++) time_ms[i] = (high[2 * i + 1]! * 2 ** 32 + low[2 * i]!) / 1000;
  return time_ms;
}
