import type { Core, FileRecording, FleetAnswer, FleetWind, Options } from "@leebow/core";
import { estimateFleetWinds, recordingWindEvidence, type TrackEvidence } from "@leebow/core/node";
import { inOrder } from "./in-order.ts";
import { recordingOf, type Source } from "./inputs.ts";

/** Memory of recordings that stay in memory between the estimate of the fleets and their own analysis, bytes. *guess* */
const HELD_BYTES = 1024 ** 3;

/** The fleets among the recordings; the fleet wind of each boat and the recordings in memory by the index of their source. */
export interface FleetWinds {
  fleets: FleetAnswer[];
  winds: Map<number, FleetWind>;
  recordings: Map<number, FileRecording>;
}

/**
 * Estimates the wind of each fleet. The recordings stay in memory for their own analysis, up to {@link HELD_BYTES} in all.
 * One that cannot be read is skipped here; its own analysis reports why.
 */
export async function estimateFleets(
  sources: readonly Source[],
  core: Core,
  optionsOf: (source: Source) => Partial<Options>,
  log: FileRecording | undefined,
): Promise<FleetWinds> {
  const found: { place: number; evidence: TrackEvidence }[] = [];
  const recordings = new Map<number, FileRecording>();
  let held_bytes = 0;
  const readEvidence = async (source: Source, place: number) => {
    // A second receiver of a boat is no second boat.
    if (source.same_boat_as !== undefined) return { place, evidence: null };
    let recording: FileRecording | undefined;
    try {
      recording = await recordingOf(core, source);
      const evidence = await recordingWindEvidence(recording, optionsOf(source), log);
      const { bytes } = recording;
      if (held_bytes + bytes > HELD_BYTES) recording.free();
      else {
        held_bytes += bytes;
        recordings.set(place, recording);
      }
      return { place, evidence };
    } catch {
      recording?.free();
      return { place, evidence: null };
    }
  };
  for await (const { place, evidence } of inOrder(sources, readEvidence)) {
    if (evidence !== null) found.push({ place, evidence });
  }
  const fleets = await estimateFleetWinds(found.map(({ evidence }) => evidence));
  const winds = new Map<number, FleetWind>();
  for (const boat of fleets.flatMap(({ boats }) => boats)) {
    if (boat.wind !== null) winds.set(found[boat.row]!.place, boat.wind);
  }
  return { fleets, winds, recordings };
}
