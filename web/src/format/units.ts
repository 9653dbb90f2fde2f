/**
 * Figures in the units of the reader. Every figure has a standard unit, the specification's: "kn", "kts" and "m/s" of
 * speeds, "mi", "nm" and "km" of distances, "m" of lengths. Others, as "°" and "s", stay as they are.
 */
import { shownUnit } from "@leebow/core/units";
import { currentUnits } from "../server/units";

/** The unit that is shown instead of the standard one. */
export const unitName = (standard: string): string => shownUnit(standard, currentUnits()).unit;

/** A value in the standard unit as it is shown. */
export const inUnit = (value: number, standard: string): number => value * shownUnit(standard, currentUnits()).factor;

/** A value as it was typed, in the standard unit. */
export const fromUnit = (value: number, standard: string): number => value / shownUnit(standard, currentUnits()).factor;

/** What the reader measures lengths in. */
export const lengthWord = (): string => (unitName("m") === "ft" ? "Feet" : "Metres");

/** As many decimals as the standard unit has with this many: feet one less, and small whole speeds in m/s one more. */
export function digitsInUnit(digits: number, standard: string): number {
  const unit = unitName(standard);
  if (unit === "ft" && standard === "m") return Math.max(0, digits - 1);
  return unit === "m/s" && standard !== "m/s" ? Math.max(1, digits) : digits;
}
