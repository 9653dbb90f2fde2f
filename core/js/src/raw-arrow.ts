/** A recording as an Arrow IPC file: one row per fix, missing values as nulls, metadata in the schema. */
import { columnFromArray, float32, float64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import type { RawRecording } from "./recording.ts";

/** Name and values of a column, null where a value is missing. */
export interface NullableColumn {
  id: string;
  double: boolean;
  values: (number | null)[];
}

/** Times and positions as float64, channels as float32 in their stored units. */
export function nullableColumns({ columns }: RawRecording): NullableColumn[] {
  const { time_ms, lat_deg, lon_deg, channels } = columns;
  const doubles = Object.entries({ time_ms, lat_deg, lon_deg }).map(([id, values]) => ({
    id,
    double: true,
    values: nullable(values),
  }));
  const floats = Object.entries(channels).map(([id, values]) => ({ id, double: false, values: nullable(values) }));
  return [...doubles, ...floats];
}

/** The IPC file; `metadata` goes into the schema. */
export function arrowOfRecording(recording: RawRecording, metadata: Map<string, string>): Uint8Array {
  const built = nullableColumns(recording).map(
    ({ id, double, values }) => [id, columnFromArray(values, double ? float64() : float32())] as const,
  );
  const table = tableFromColumns(built as never);
  Object.assign(table.schema, { metadata });
  return tableToIPC(table, { format: "file" })!;
}

function nullable(values: Float64Array | Float32Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}
