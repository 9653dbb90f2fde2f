/**
 * Columns as an Arrow IPC stream: one row per fix, one column per channel, as pandas, polars and DuckDB read it.
 * Segments, engine version and the SHA-256 of the input are in the metadata of the schema.
 */
import { float32, float64, type Table, tableFromIPC, tableToIPC, uint8 } from "@uwdata/flechette";
import { numberColumn, tableOf, timeColumn, timesIn, valuesIn } from "./arrow-columns.ts";
import type { Analysis, SegmentColumns, TrackColumns } from "./core.ts";
import { channelOfField, FLAGS, fieldOfChannel, PLACE, unitsOf } from "./row-form.ts";

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

/** The Arrow IPC stream of one analysis. */
export function arrowOf(engine: string, analysis: Analysis): Uint8Array {
  return tableToIPC(tableOfTrack(engine, analysis), { format: "stream" })!;
}

/** The same stream in chunks that are views of the columns: only times take memory of their own. */
export function arrowPieces(engine: string, analysis: Analysis): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const sink = {
    write: (bytes: Uint8Array) => void chunks.push(bytes),
    pad: (count: number) => void chunks.push(new Uint8Array(count)),
    finish: () => null,
  };
  tableToIPC(tableOfTrack(engine, analysis), { format: "stream", sink });
  return chunks;
}

function tableOfTrack(engine: string, { report, columns, fix_flags, segments }: Analysis): Table {
  const channels = Object.entries(columns.channels).map(([id, values]) => [fieldOfChannel(id), values] as const);
  return tableOf(
    [
      ...placeColumns(columns),
      ...channels.map(([field, values]) => [field, numberColumn(values, float32())] as const),
      [FLAGS, numberColumn(fix_flags, uint8())],
    ],
    {
      "leebow:engine": engine,
      "leebow:input_sha256": report.sha256,
      ...unitsOf([...PLACE, ...channels.map(([field]) => field)]),
      "leebow:segments": segmentsToJson(segments),
    },
  );
}

type Places = Pick<TrackColumns, "time_ms" | "lat_deg" | "lon_deg">;

const placeColumns = ({ time_ms, lat_deg, lon_deg }: Places) =>
  [
    ["time", timeColumn(time_ms)],
    ["lat_deg", numberColumn(lat_deg, float64())],
    ["lon_deg", numberColumn(lon_deg, float64())],
  ] as const;

/** Time and position alone as an Arrow IPC stream, which {@link columnsOfArrow} reads as a track without channels. */
export function arrowOfPositions(engine: string, columns: Places): Uint8Array {
  const table = tableOf(placeColumns(columns), { "leebow:engine": engine, ...unitsOf(PLACE) });
  return tableToIPC(table, { format: "stream" })!;
}

/** Reads an Arrow IPC stream of {@link arrowOf}; the columns but times are views into it. Throws on other input. */
export function trackOfArrow(bytes: Uint8Array): StoredTrack {
  const table = tableFromIPC(bytes);
  return {
    columns: columnsOf(table),
    fix_flags: valuesIn<Uint8Array>(table, FLAGS) ?? new Uint8Array(table.numRows),
    segments: segmentsOfJson(metadataOf(table, "segments")),
    engine: metadataOf(table, "engine"),
    sha256: metadataOf(table, "input_sha256", "sha256"),
  };
}

/** The columns alone of {@link trackOfArrow}, in less time: the segments are not read. */
export function columnsOfArrow(bytes: Uint8Array): TrackColumns {
  const table = tableFromIPC(bytes);
  metadataOf(table, "engine");
  return columnsOf(table);
}

/** Under the first of these keys that there is: streams of earlier versions have others. */
function metadataOf(table: Table, ...keys: [string, ...string[]]): string {
  const value = keys.map((key) => table.schema.metadata?.get(`leebow:${key}`)).find((one) => one != null);
  if (value === undefined) throw new TypeError(`This Arrow stream is not a Leebow track: it has no ${keys[0]}.`);
  return value!;
}

function columnsOf(table: Table): TrackColumns {
  const channels: Record<string, Float32Array> = {};
  for (const { name } of table.schema.fields) {
    const id = channelOfField(name);
    if (id !== null) channels[id] = valuesIn<Float32Array>(table, name)!;
  }
  const time_ms = timesIn(table);
  if (!time_ms) throw new TypeError("This Arrow stream is not a Leebow track: it has no time.");
  const place = (id: "lat_deg" | "lon_deg") => valuesIn<Float64Array>(table, id)!;
  return { n: table.numRows, time_ms, lat_deg: place("lat_deg"), lon_deg: place("lon_deg"), channels };
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
