import { unitName } from "../format/units";
/** The quantities of a straight-line analysis: their labels, units and decimals. */

export interface Variable {
  id: string;
  /** Short, for heads of columns. */
  label: string;
  name: string;
  unit: string;
  decimals: number;
  /** A compass direction, whose mean and axis are circular. */
  isDirection?: boolean;
}

export const VARIABLES: readonly Variable[] = [
  { id: "ewd", label: "EWD", name: "estimated wind direction", unit: "°", decimals: 0, isDirection: true },
  { id: "tws", label: "TWS", name: "true wind speed", unit: "kn", decimals: 1 },
  { id: "twd", label: "TWD", name: "true wind direction", unit: "°", decimals: 0, isDirection: true },
  { id: "vmg", label: "VMG", name: "speed made good along the estimated wind", unit: "kn", decimals: 2 },
  { id: "vmg_twd", label: "VMG via TWD", name: "speed made good along the measured wind", unit: "kn", decimals: 2 },
  { id: "sog", label: "SOG", name: "speed over ground", unit: "kn", decimals: 2 },
  { id: "etab", label: "ETAB", name: "angle to the estimated wind", unit: "°", decimals: 1 },
  { id: "twa", label: "TWA", name: "angle to the measured wind", unit: "°", decimals: 1 },
  { id: "heel", label: "Heel", name: "heel, to leeward positive", unit: "°", decimals: 1 },
  { id: "pitch", label: "Pitch", name: "pitch, bow up positive", unit: "°", decimals: 1 },
  { id: "clew_load", label: "Clew load", name: "load at the clew", unit: "", decimals: 1 },
  { id: "cog", label: "COG", name: "course over ground", unit: "°", decimals: 0, isDirection: true },
];

const BY_ID = new Map(VARIABLES.map((variable) => [variable.id, variable]));

/** A quantity that this page does not know has its id as label. */
export const variableOf = (id: string): Variable => BY_ID.get(id) ?? { id, label: id, name: id, unit: "", decimals: 2 };

/** "SOG, kn" */
export const nameWithUnit = ({ label, unit }: Pick<Variable, "label" | "unit">): string =>
  unit ? `${label}, ${unitName(unit)}` : label;
