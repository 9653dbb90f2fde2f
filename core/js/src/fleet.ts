/** Several tracks of one place and time, asked together for one wind. In Node alone. */
import { toEngineError } from "./face.ts";
import type { FleetAnswer, InputFile, Options } from "./index.ts";
import { loadNative } from "./raw-node.ts";

/** What one track says of the wind, as the engine wrote it: small, to be kept or asked at once. */
export type Testimony = string;

/** Reads a file and gives what its track says of the wind. */
export async function testify(file: InputFile, options: Partial<Options> = {}, wind?: InputFile): Promise<Testimony> {
  return telling(() => loadNative().testify(file.name, file.bytes, JSON.stringify(options), wind?.name, wind?.bytes));
}

/**
 * Finds out who sailed together and asks each fleet. What a boat is told goes into her analysis as `fleet_wind`;
 * `row` is her place among the testimonies. Boats that sailed alone are in no fleet.
 */
export async function askFleets(testimonies: Testimony[]): Promise<FleetAnswer[]> {
  return JSON.parse(await telling(() => loadNative().fleets(testimonies)));
}

async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toEngineError(error);
  }
}
