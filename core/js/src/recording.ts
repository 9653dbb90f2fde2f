/** Recordings as they were read, not cleaned and not smoothed; archives; conversion; other readers. Node only. */

import type { EngineError, InputFile, Judged, RecordingHead, TrackColumns } from "./index.ts";
import { loadExtra } from "./raw-extra.ts";
import { loadNative } from "./raw-node.ts";
import { telling, toEngineError } from "./typed-core.ts";

/** A recording in the file's order: times may repeat or step back, positions may be missing (NaN). */
export interface RawRecording {
  head: RecordingHead;
  columns: TrackColumns;
}

/** A recording as text of another format. */
export interface Converted {
  bytes: Uint8Array;
  head: RecordingHead;
  /** Sentences about what the format could not hold. */
  left_out: string[];
}

/** Text formats: GPX 1.1, CSV with every channel, Vakaros' CSV, GeoJSON, KML. */
export type TextFormat = "gpx" | "csv" | "vakaros" | "geojson" | "kml";

/** Reads a file; returns its columns and metadata unchanged. */
export async function readRaw({ name, bytes }: InputFile): Promise<RawRecording> {
  const raw = await telling(() => loadNative().read_raw(name, bytes));
  const channels = Object.fromEntries(raw.channels.map((values, i) => [raw.channel_ids[i], values]));
  const { time_ms, lat_deg, lon_deg } = raw;
  return { head: JSON.parse(raw.head), columns: { n: time_ms.length, time_ms, lat_deg, lon_deg, channels } };
}

/** Reads a file and writes it in another format. */
export async function convertText({ name, bytes }: InputFile, format: TextFormat): Promise<Converted> {
  const written = await telling(() => loadNative().convert(name, bytes, format));
  return { bytes: written.bytes, head: JSON.parse(written.head), left_out: written.left_out };
}

/** A file of an archive. */
export interface Member {
  name: string;
  /** Its bytes, or why it was not opened. */
  contents: Uint8Array | EngineError;
  /** Sentences about damage of the archive in or around the file. */
  notes: string[];
}

/**
 * The recordings of a zip, and the files of it that may be recordings and cannot be opened; of another file its boats and
 * sessions, where it has several.
 */
export async function unpack(bytes: Uint8Array): Promise<Member[]> {
  const members = await telling(() => loadNative().unpack(bytes));
  return members.map(({ name, bytes, failed, notes }) => ({
    name,
    contents: bytes ?? toEngineError(new Error(failed)),
    notes,
  }));
}

/** Reads a file with our reader and with another crate, and compares the two; one result per recording of an archive. */
export async function judge({ name, bytes }: InputFile): Promise<Judged[]> {
  const { verify } = await loadExtra();
  return JSON.parse(await telling(() => verify(name, bytes)));
}
