import { inUnit, unitName } from "./units";

/** "+22", "−38", "0": metres, in the reader's unit of lengths. */
export function signedMetres(metres: number): string {
  const rounded = Math.round(inUnit(metres, "m"));
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}`;
}

/** "+22 m", "−38 m", "0 m" */
export const metresText = (metres: number): string => `${signedMetres(metres)} ${unitName("m")}`;
