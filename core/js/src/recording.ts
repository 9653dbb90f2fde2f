/** Recordings as they were read, not cleaned and not smoothed; archives; conversion; other readers. Node only. */

import type { EngineError, FileRecording, InputFile, Judged, RecordingHead, TrackColumns } from "./core.ts";
import { loadExtra } from "./raw-extra.ts";
import { loadNative, type RawMember } from "./raw-node.ts";
import type { Relation } from "./relations.ts";
import { relationsOf } from "./relations.ts";
import { held, telling, toEngineError } from "./typed-core.ts";

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

/** A recording of a zip, or a boat or session of another file. */
export interface Member {
  name: string;
  /** Its bytes, or why it was not opened. */
  contents: Uint8Array | EngineError;
  /** What it is compared with others by ({@link related}); empty where that is not known. */
  outline: Float64Array;
  /** Sentences about damage of the archive in or around the file. */
  notes: string[];
}

/** A file that was read once: what is in it, and what it is compared with others by. */
export interface Opened {
  /**
   * The recordings of a zip, and the files of it that may be recordings and cannot be opened; of another file its boats and
   * sessions, where it has several.
   */
  members: Member[];
  /** Of a file without members; the caller frees it. */
  recording: FileRecording | null;
  outline: Float64Array;
}

/** Reads a file, and divides it. Error: that of its reader. */
export async function open({ name, bytes }: InputFile): Promise<Opened> {
  const { members, recording, outline } = await telling(() => loadNative().open(name, bytes));
  const member = ({ name, bytes, outline, failed, notes }: RawMember): Member => ({
    name,
    contents: bytes ?? toEngineError(new Error(failed)),
    outline,
    notes,
  });
  return { members: members.map(member), recording: recording ? held(recording) : null, outline };
}

/** What a track is compared with others by ({@link related}); empty where that is not known. */
export const outlineOf = ({ time_ms, lat_deg, lon_deg }: TrackColumns): Float64Array =>
  loadNative().outline(time_ms, lat_deg, lon_deg);

/** How recordings with these file names and outlines belong together. */
export const related = (names: readonly string[], outlines: readonly Float64Array[]): Relation[] =>
  relationsOf(loadNative().related([...names], [...outlines]));

/** Files of one session as one file, and of each a sentence on what was lost of it, or an empty text. */
export async function joinFiles(files: readonly Uint8Array[]): Promise<{ bytes: Uint8Array; losses: string[] }> {
  const { bytes, losses } = await telling(() => loadNative().joined([...files]));
  return { bytes, losses };
}

/** Reads a file with our reader and with another crate, and compares the two; one result per recording of an archive. */
export async function crossCheck({ name, bytes }: InputFile): Promise<Judged[]> {
  const { verify } = await loadExtra();
  return JSON.parse(await telling(() => verify(name, bytes)));
}
