import { createRequire } from "node:module";
import type { RawBinding, RawFileRecording } from "./raw.ts";

/** A recording in memory, with what the browser does not have. */
export interface RawNativeRecording extends RawFileRecording {
  wind_evidence(options: string, wind?: RawFileRecording): Promise<string>;
}

/** The native binding, which has functions that the browser does not have. */
export interface RawNative extends RawBinding {
  dashboard(question: string, input: string): Promise<string>;
  simulate_write(spec: string, format: string): Uint8Array;
  simulate_demo_specs(): string;
  read_raw(name: string, bytes: Uint8Array): Promise<RawRecording>;
  convert(name: string, bytes: Uint8Array, format: string): Promise<RawWritten>;
  open(name: string, bytes: Uint8Array): Promise<RawOpened>;
  outline(timeMs: Float64Array, latDeg: Float64Array, lonDeg: Float64Array): Float64Array;
  related(names: string[], outlines: Float64Array[]): Float64Array;
  joined(files: Uint8Array[]): Promise<RawJoined>;
  wind_evidence(
    name: string,
    bytes: Uint8Array,
    options: string,
    windName?: string,
    windBytes?: Uint8Array,
  ): Promise<string>;
  estimate_fleet_winds(evidence: string[]): Promise<string>;
}

/** A recording as it was read; `head` is JSON. */
export interface RawRecording {
  readonly head: string;
  readonly time_ms: Float64Array;
  readonly lat_deg: Float64Array;
  readonly lon_deg: Float64Array;
  readonly channel_ids: string[];
  readonly channels: Float32Array[];
}

/** A recording as a file of another format; `head` is JSON. */
export interface RawWritten {
  readonly bytes: Uint8Array;
  readonly head: string;
  readonly left_out: string[];
}

/** A file that was opened: of one without members the recording, and its outline. */
export interface RawOpened {
  readonly members: RawMember[];
  readonly recording?: RawFileRecording;
  readonly outline: Float64Array;
}

/** Files of one session as one; of each what was lost of it, or an empty text. */
export interface RawJoined {
  readonly bytes: Uint8Array;
  readonly losses: string[];
}

/** A file of an archive; `failed` is JSON of the error when it was not opened. */
export interface RawMember {
  readonly name: string;
  readonly bytes?: Uint8Array;
  readonly outline: Float64Array;
  readonly failed?: string;
  readonly notes: string[];
}

/**
 * How long the engine's allocator keeps freed memory for the next recording, ms. *measured* (3 h at 10 Hz, one analysis after
 * the other, 2 busy cores): with its own 1000 ms an analysis obtains 19,700 pages anew and spends 80 of 350 ms in the system,
 * with this 2,700 to 3,400 pages and 10 to 18 ms.
 */
const PURGE_DELAY_MS = 10_000;

/** Loads the native binding. It is resolved by package name, so that a bundle in another folder finds it, too. */
export function loadNative(): RawNative {
  // The allocator reads it once, when the binding is loaded first.
  process.env.MIMALLOC_PURGE_DELAY ??= String(PURGE_DELAY_MS);
  return createRequire(import.meta.url)("@leebow/core/native") as RawNative;
}
