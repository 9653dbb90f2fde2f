import { availableParallelism } from "node:os";
import type { FleetAnswer, FleetWind, InputFile, Options } from "@leebow/core";
import { estimateFleetWinds, type TrackEvidence, windEvidence } from "@leebow/core/node";
import { inOrder } from "./in-order.ts";
import type { Source } from "./inputs.ts";

/** The fleets among the recordings, and the fleet wind of each boat by the index of her recording. */
export interface FleetWinds {
  fleets: FleetAnswer[];
  winds: Map<number, FleetWind>;
}

/** Estimates the wind of each fleet. A recording that cannot be read is skipped here; its own analysis reports why. */
export async function estimateFleets(
  sources: readonly Source[],
  options: Partial<Options>,
  wind: InputFile | undefined,
): Promise<FleetWinds> {
  const found: { place: number; evidence: TrackEvidence }[] = [];
  const readEvidence = async ({ name, read }: Source, place: number) => ({
    place,
    evidence: await read()
      .then((bytes) => windEvidence({ name, bytes }, options, wind))
      .catch(() => null),
  });
  for await (const { place, evidence } of inOrder(sources, availableParallelism() + 1, readEvidence)) {
    if (evidence !== null) found.push({ place, evidence });
  }
  const fleets = await estimateFleetWinds(found.map(({ evidence }) => evidence));
  const winds = new Map<number, FleetWind>();
  for (const boat of fleets.flatMap(({ boats }) => boats)) {
    if (boat.wind !== null) winds.set(found[boat.row]!.place, boat.wind);
  }
  return { fleets, winds };
}
