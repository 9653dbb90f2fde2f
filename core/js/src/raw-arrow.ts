/** A recording as an Arrow IPC file: one row per fix, in the form of all rows, metadata in the schema. */
import { float32, float64, tableToIPC } from "@uwdata/flechette";
import { numberColumn, tableOf, timeColumn } from "./arrow-columns.ts";
import type { RawRecording } from "./recording.ts";
import { fieldOfChannel, unitsOf } from "./row-form.ts";

/** Columns of a recording after its times: their names and numbers, NaN where unknown. */
export function numbersOfRecording({ columns }: RawRecording): [string, Float64Array | Float32Array][] {
  const { lat_deg, lon_deg, channels } = columns;
  const floats = Object.entries(channels).map(([id, values]): [string, Float32Array] => [fieldOfChannel(id), values]);
  return [["lat_deg", lat_deg], ["lon_deg", lon_deg], ...floats];
}

/** What is said of a recording beside its columns: its head, and their units. */
export const metadataOfRecording = (recording: RawRecording): Record<string, string> => ({
  "leebow:recording": JSON.stringify(recording.head),
  ...unitsOf(numbersOfRecording(recording).map(([field]) => field)),
});

export function arrowOfRecording(recording: RawRecording): Uint8Array {
  const numbers = numbersOfRecording(recording).map(
    ([field, values]) => [field, numberColumn(values, values instanceof Float64Array ? float64() : float32())] as const,
  );
  const columns = [["time", timeColumn(recording.columns.time_ms)] as const, ...numbers];
  return tableToIPC(tableOf(columns, metadataOfRecording(recording)), { format: "file" })!;
}
