import type { RaceColumns, RaceReport, RaceTrack } from "@leebow/core";
import type { Clock } from "../exporters/time.ts";
import { BOAT_COLOURS } from "./palette.ts";

/** A race with what its picture shows. */
export interface DrawnRace {
  /** From 1. */
  number: number;
  report: RaceReport;
  columns: readonly RaceColumns[];
  tracks: readonly RaceTrack[];
  clock: Clock;
}

/** The colour and dashes of a boat, by her place in the list: the colours repeat with dashes. */
export interface BoatStyle {
  colour: string;
  dashes: string | undefined;
}

export function styleOf(index: number): BoatStyle {
  const dashes = [undefined, "5 3", "1.5 3"][Math.floor(index / BOAT_COLOURS.length) % 3];
  return { colour: BOAT_COLOURS[index % BOAT_COLOURS.length]!, dashes };
}
