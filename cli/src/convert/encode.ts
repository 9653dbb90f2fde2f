import type { InputFile, RecordingHead } from "@leebow/core";
import { arrowOfRecording, convertText, readRaw } from "@leebow/core/node";
import { parquetOf } from "./parquet.ts";
import type { Table, Target } from "./targets.ts";

/** A recording in another format. */
export interface Encoded {
  bytes: Uint8Array;
  points: number;
  damage: RecordingHead["damage"];
  left_out: string[];
}

/** The encoder of a format. */
export function encoderOf(format: Target, table: Table): (file: InputFile) => Promise<Encoded> {
  if (format !== "arrow" && format !== "parquet") {
    const name = format === "csv" && table === "vakaros" ? "vakaros" : format;
    return async (file) => {
      const { bytes, head, left_out } = await convertText(file, name);
      return { bytes, points: head.damage.kept, damage: head.damage, left_out };
    };
  }
  const encode = format === "arrow" ? arrowOfRecording : parquetOf;
  return async (file) => {
    const recording = await readRaw(file);
    const bytes = encode(recording);
    return { bytes, points: recording.columns.n, damage: recording.head.damage, left_out: [] };
  };
}
