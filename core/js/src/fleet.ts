/** Wind of a fleet, from the evidence of the tracks that sailed together. Node only. */

import type { FileRecording, FleetAnswer, InputFile, Options } from "./core.ts";
import { loadNative, type RawNativeRecording } from "./raw-node.ts";
import { rawOf, telling } from "./typed-core.ts";

/** Wind evidence of one track: the JSON text the engine wrote. */
export type TrackEvidence = string;

/** Reads a file and returns the wind evidence of its track. */
export async function windEvidence(
  file: InputFile,
  options: Partial<Options> = {},
  wind?: InputFile,
): Promise<TrackEvidence> {
  return telling(() =>
    loadNative().wind_evidence(file.name, file.bytes, JSON.stringify(options), wind?.name, wind?.bytes),
  );
}

/** The wind evidence of a recording that the native engine read; `log` is a wind log, read in the same way. */
export async function recordingWindEvidence(
  recording: FileRecording,
  options: Partial<Options> = {},
  log?: FileRecording,
): Promise<TrackEvidence> {
  return telling(() =>
    (rawOf(recording) as RawNativeRecording).wind_evidence(JSON.stringify(options), log && rawOf(log)),
  );
}

/**
 * Groups the tracks that sailed together and estimates the wind of each group. `wind` of a boat is the `fleet_wind` option
 * of her own analysis; `row` is the index of her evidence. Boats that sailed alone are in no group.
 */
export async function estimateFleetWinds(evidence: TrackEvidence[]): Promise<FleetAnswer[]> {
  return JSON.parse(await telling(() => loadNative().estimate_fleet_winds(evidence)));
}
