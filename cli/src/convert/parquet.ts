import { nullableColumns, type RawRecording } from "@leebow/core/node";
import { parquetWriteBuffer } from "hyparquet-writer";

/** A recording as Parquet: one row per fix, missing values as nulls, `metadata` in the footer. */
export function parquetOf(recording: RawRecording, metadata: Map<string, string>): Uint8Array {
  const columnData = nullableColumns(recording).map(({ id, double, values }) => ({
    name: id,
    data: values,
    type: double ? ("DOUBLE" as const) : ("FLOAT" as const),
    nullable: true,
  }));
  const kvMetadata = [...metadata].map(([key, value]) => ({ key, value }));
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, createdBy: "leebow" }));
}
