import type { InputFile, RecordingHead } from "@leebow/core";
import { arrowOfRecording, convertText, type RawRecording, readRaw } from "@leebow/core/node";
import type { Table, Target } from "../commands/convert.ts";
import { parquetOf } from "./parquet.ts";

/** A recording in another format. */
export interface Encoded {
  bytes: Uint8Array;
  points: number;
  damage: RecordingHead["damage"];
  left_out: string[];
}

/** The encoder of a format. `units`, by channel id, are written in the formats that can hold them. */
export function encoderOf(
  format: Target,
  table: Table,
  units: Record<string, string>,
): (file: InputFile) => Promise<Encoded> {
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
    const bytes = encode(recording, metadataOf(recording, units));
    return { bytes, points: recording.columns.n, damage: recording.head.damage, left_out: [] };
  };
}

/** The metadata of a recording: its head without columns, and the units. */
function metadataOf({ head, columns }: RawRecording, units: Record<string, string>): Map<string, string> {
  const known = Object.keys(columns.channels).filter((id) => id in units);
  return new Map([
    ["leebow:recording", JSON.stringify(head)],
    ["leebow:units", JSON.stringify(Object.fromEntries(known.map((id) => [id, units[id]])))],
  ]);
}
