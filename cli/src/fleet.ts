import { availableParallelism } from "node:os";
import type { FleetAnswer, FleetWind, InputFile, Options } from "@leebow/core";
import { askFleets, type Testimony, testify } from "@leebow/core/node";
import { inOrder } from "./in-order.ts";
import type { Source } from "./inputs.ts";

/** The fleets among the recordings, and the wind each boat is told, by the place of her recording. */
export interface Asked {
  fleets: FleetAnswer[];
  winds: Map<number, FleetWind>;
}

/** Asks the recordings together; one that cannot be read says nothing here, and why in its own analysis. */
export async function askTogether(
  sources: readonly Source[],
  options: Partial<Options>,
  wind: InputFile | undefined,
): Promise<Asked> {
  const said: { place: number; testimony: Testimony }[] = [];
  const ask = async ({ name, read }: Source, place: number) => ({
    place,
    testimony: await read()
      .then((bytes) => testify({ name, bytes }, options, wind))
      .catch(() => null),
  });
  for await (const { place, testimony } of inOrder(sources, availableParallelism() + 1, ask)) {
    if (testimony !== null) said.push({ place, testimony });
  }
  const fleets = await askFleets(said.map(({ testimony }) => testimony));
  const winds = new Map<number, FleetWind>();
  for (const boat of fleets.flatMap(({ boats }) => boats)) {
    if (boat.wind !== null) winds.set(said[boat.row]!.place, boat.wind);
  }
  return { fleets, winds };
}
