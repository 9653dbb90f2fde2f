/** The units that a reader may choose. SI units are used inside; these are for output alone. */

/** The choices of each quantity. Distances are those between places, lengths those of losses and gaps. */
export const UNIT_CHOICES = {
  distance: ["mi", "nm", "km"],
  speed: ["kn", "m/s", "km/h"],
  length: ["m", "ft"],
} as const;

export type Quantity = keyof typeof UNIT_CHOICES;

/** Units chosen by a reader. Null: the unit that the specification has for the figure. */
export type Units = { [Q in Quantity]: (typeof UNIT_CHOICES)[Q][number] | null };

export const STANDARD_UNITS: Units = { distance: null, speed: null, length: null };

/** The specification's factor from metres to miles. */
export const MILES_PER_M = 0.0006213712;

/** The quantity of each unit as figures have it, and its size in m or m/s. */
const SIZES: Record<string, [Quantity, number] | undefined> = {
  mi: ["distance", 1 / MILES_PER_M],
  miles: ["distance", 1 / MILES_PER_M],
  nm: ["distance", 1852],
  km: ["distance", 1000],
  kn: ["speed", 1852 / 3600],
  kts: ["speed", 1852 / 3600],
  "m/s": ["speed", 1],
  "km/h": ["speed", 1 / 3.6],
  m: ["length", 1],
  ft: ["length", 0.3048],
};

/** A unit to show a figure in, and what a value in the standard unit is multiplied by. */
export interface ShownUnit {
  unit: string;
  factor: number;
}

/** The chosen unit of a figure whose standard unit this is. Units of other quantities, as °, are not converted. */
export function shownUnit(standard: string, units: Units): ShownUnit {
  const from = SIZES[standard];
  const unit = from && units[from[0]];
  // What a browser has stored may be of another version.
  const to = unit && SIZES[unit];
  return to ? { unit, factor: from[1] / to[1] } : { unit: standard, factor: 1 };
}

/** Units in names of columns: `sog_kn`, `cog_deg`. */
const NAME_ENDS: Record<string, string> = { "°": "deg", "deg/s": "dps", "m/s": "mps", "km/h": "kmh" };

/** The end of a column's name for its unit. */
export const nameEnd = (unit: string): string => NAME_ENDS[unit] ?? unit;

/** The units of column names that {@link columnIn} converts. */
const CONVERTED = ["kn", "m/s", "m"];

/** A column that is named with its unit, `loss_80_m`, in the chosen unit: its name there, and the factor of its values. */
export function columnIn(units: Units, name: string): { name: string; factor: number } {
  const standard = CONVERTED.find((unit) => name.endsWith(`_${nameEnd(unit)}`));
  const { unit, factor } = shownUnit(standard ?? "", units);
  return { name: standard ? name.slice(0, -nameEnd(standard).length) + nameEnd(unit) : name, factor };
}
