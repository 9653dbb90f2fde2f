/**
 * Columns as an Arrow IPC stream: one row per fix, one column per channel, as pandas, polars and DuckDB read it.
 * Segments, engine version and the SHA-256 of the input are in the metadata of the schema.
 */
import {
  type Column,
  columnFromArray,
  float64,
  type Table,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  uint8,
} from "@uwdata/flechette";
import type { Analysis, SegmentColumns, TrackColumns } from "./index.ts";

export * from "./race-arrow.ts";

/** The content of a stored track. */
export interface StoredTrack {
  columns: TrackColumns;
  /** As in an analysis; absent in tracks stored by older versions. */
  fix_flags: Uint8Array;
  segments: SegmentColumns;
  /** Version of the engine, and SHA-256 of the source file. */
  engine: string;
  sha256: string;
}

const FIX = ["time_ms", "lat_deg", "lon_deg"] as const;
const FLAGS = "fix_flags";

/** The Arrow IPC stream of one analysis. */
export function arrowOf(engine: string, analysis: Analysis): Uint8Array {
  return tableToIPC(tableOf(engine, analysis), { format: "stream" })!;
}

/** The same stream in pieces that are views of the columns: it takes no memory of its own. */
export function arrowPieces(engine: string, analysis: Analysis): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const sink = {
    write: (bytes: Uint8Array) => void pieces.push(bytes),
    pad: (count: number) => void pieces.push(new Uint8Array(count)),
    finish: () => null,
  };
  tableToIPC(tableOf(engine, analysis), { format: "stream", sink });
  return pieces;
}

function tableOf(engine: string, { report, columns, fix_flags, segments }: Analysis): Table {
  const fix = FIX.map((id) => [id, columns[id]] as const);
  const table = tableFromColumns([
    ...[...fix, ...Object.entries(columns.channels)].map(
      ([id, values]) => [id, columnFromArray(values)] as [string, Column<unknown>],
    ),
    [FLAGS, columnFromArray(fix_flags, uint8())],
  ]);
  const metadata = new Map([
    ["leebow:engine", engine],
    ["leebow:sha256", report.sha256],
    ["leebow:segments", segmentsToJson(segments)],
  ]);
  Object.assign(table.schema, { metadata });
  return table;
}

/** Time and position alone as an Arrow IPC stream, which {@link columnsOfArrow} reads as a track without channels. */
export function arrowOfPositions(engine: string, columns: Pick<TrackColumns, (typeof FIX)[number]>): Uint8Array {
  // Without values a column has no type of its own.
  const table = tableFromColumns(
    FIX.map((id) => [id, columnFromArray(columns[id], float64())] as [string, Column<unknown>]),
  );
  Object.assign(table.schema, { metadata: new Map([["leebow:engine", engine]]) });
  return tableToIPC(table, { format: "stream" })!;
}

/** Reads an Arrow IPC stream of {@link arrowOf}; the columns are views into it. Throws on other input. */
export function trackOfArrow(bytes: Uint8Array): StoredTrack {
  const table = tableFromIPC(bytes);
  return {
    columns: columnsOf(table),
    fix_flags: (table.getChild(FLAGS)?.toArray() as Uint8Array | undefined) ?? new Uint8Array(table.numRows),
    segments: segmentsOfJson(metadataOf(table, "segments")),
    engine: metadataOf(table, "engine"),
    sha256: metadataOf(table, "sha256"),
  };
}

/** The columns alone of {@link trackOfArrow}, in less time: the segments are not read. */
export function columnsOfArrow(bytes: Uint8Array): TrackColumns {
  const table = tableFromIPC(bytes);
  metadataOf(table, "engine");
  return columnsOf(table);
}

function metadataOf(table: Table, key: string): string {
  const value = table.schema.metadata?.get(`leebow:${key}`);
  if (value == null) throw new TypeError(`This Arrow stream is not a Leebow track: it has no ${key}.`);
  return value;
}

function columnsOf(table: Table): TrackColumns {
  const channels: Record<string, Float32Array> = {};
  for (const { name } of table.schema.fields) {
    if (name !== FLAGS && !(FIX as readonly string[]).includes(name))
      channels[name] = table.getChild(name).toArray() as Float32Array;
  }
  const fix = (id: (typeof FIX)[number]) => table.getChild(id).toArray() as Float64Array;
  return { n: table.numRows, time_ms: fix("time_ms"), lat_deg: fix("lat_deg"), lon_deg: fix("lon_deg"), channels };
}

/** Float32 values as JSON numbers, NaN as null; reading them back gives the same bits. */
function segmentsToJson({ kind, start, end, metrics }: SegmentColumns): string {
  const values = Object.entries(metrics).map(([id, column]) => [id, Array.from(column)]);
  return JSON.stringify({
    kind: Array.from(kind),
    start: Array.from(start),
    end: Array.from(end),
    metrics: Object.fromEntries(values),
  });
}

function segmentsOfJson(json: string): SegmentColumns {
  const { kind, start, end, metrics } = JSON.parse(json) as {
    kind: number[];
    start: number[];
    end: number[];
    metrics: Record<string, (number | null)[]>;
  };
  const values = Object.entries(metrics).map(([id, column]) => [id, Float32Array.from(column, (v) => v ?? NaN)]);
  return {
    kind: Uint8Array.from(kind),
    start: Uint32Array.from(start),
    end: Uint32Array.from(end),
    metrics: Object.fromEntries(values),
  };
}
