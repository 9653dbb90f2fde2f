import { shownUnit, type Units } from "@leebow/core";
import { number } from "./layout.ts";

/** Metres in the standard unit of distances. */
export const METRES_PER_MILE = 1852;

/** Writes figures of one standard unit in the unit that the reader chose. */
export interface InUnit {
  unit: string;
  /** Without the unit; empty when unknown. */
  text: (value: number | null, decimals: number) => string;
}

export function inUnit(standard: string, units: Units): InUnit {
  const { unit, factor } = shownUnit(standard, units);
  return { unit, text: (value, decimals) => number(value === null ? null : value * factor, decimals) };
}
