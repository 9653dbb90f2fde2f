import { metadataOfRecording, numbersOfRecording, type RawRecording } from "@leebow/core/node";
import { elementOf, parquetFile } from "@leebow/core/tables";

/** Times keep what receivers say beyond the millisecond. */
const TIME = {
  ...elementOf("time", "TIMESTAMP"),
  converted_type: "TIMESTAMP_MICROS",
  logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
} as const;

/** A recording as Parquet: one row per fix, in the form of all rows, metadata in the footer. */
export function parquetOf(recording: RawRecording): Uint8Array {
  const numbers = numbersOfRecording(recording);
  const schema = numbers.map(([field, values]) =>
    elementOf(field, values instanceof Float64Array ? "DOUBLE" : "FLOAT"),
  );
  const file = parquetFile(1 + numbers.length, [TIME, ...schema], metadataOfRecording(recording));
  const time_us = Array.from(recording.columns.time_ms, (time_ms) =>
    Number.isNaN(time_ms) ? null : BigInt(Math.round(time_ms * 1000)),
  );
  const known = (values: Float32Array | Float64Array) =>
    Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  file.write([
    { name: "time", data: time_us },
    ...numbers.map(([field, values]) => ({ name: field, data: known(values) })),
  ]);
  return file.finish();
}
