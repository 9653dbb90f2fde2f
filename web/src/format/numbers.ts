/** Numbers as text, in display units with the digits of the specification. Unknown values are a dash. */

import { type Wind, windTurn } from "@leebow/core";
import { MILES_PER_M } from "@leebow/core/units";
import { digitsInUnit, inUnit, unitName } from "./units";

/** 1 kn in m/s, exact by definition: 1852 m / 3600 s. */
export const KNOTS_TO_MPS = 1852 / 3600;

export const UNKNOWN = "–";

const MINUS = "\u2212";

/** A number with fixed decimals and a minus sign (U+2212); a dash for null, undefined and non-finite values. */
export function fixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** A value in a standard unit as {@link fixed}, in the unit of the reader. */
export const amount = (value: number | null | undefined, digits: number, standard: string): string =>
  fixed(value == null ? null : inUnit(value, standard), digitsInUnit(digits, standard));

/** "12.4 kn" */
export const withUnit = (value: number | null | undefined, digits: number, standard: string): string =>
  `${amount(value, digits, standard)} ${unitName(standard)}`;

/**
 * The reader's unit with the half-width of the value's 90 % interval before it: "± 1.2 m", "± 6°"; the unit alone where
 * the half-width is null. No space before °.
 */
export function unitWithInterval(halfWidth: number | null, digits: number, standard: string): string {
  const unit = unitName(standard);
  return halfWidth === null ? unit : `± ${amount(halfWidth, digits, standard)}${unit === "°" ? "" : " "}${unit}`;
}

/** Decimals of a value that its interval of this half-width allows: one uncertain digit, or two below 2. */
export const intervalDigits = (half: number): number => (half >= 2 ? 0 : half >= 0.2 ? 1 : 2);

/** Metres as miles or the reader's unit of distances, 2 decimals. */
export const distance = (meters: number | null | undefined): string =>
  amount(meters == null ? null : meters * MILES_PER_M, 2, "mi");

/** Figures with their units in a sentence of the engine's: "3.2 m", "2.7 ± 0.3 m", "8 to 11 kn". */
const FIGURES = /(\d+(?:\.\d+)?)(?: (±|to) (\d+(?:\.\d+)?))? (m|kn|nm)(?![\w/])/g;

const NM_M = 1852;

/** A sentence of the engine's, in the units of the reader; its nautical miles are miles where none is chosen, as all distances. */
export const sentence = (text: string): string =>
  text.replace(FIGURES, (_, first: string, between: string | undefined, second: string | undefined, from: string) => {
    const [unit, factor] = from === "nm" ? ["mi", NM_M * MILES_PER_M] : [from, 1];
    const written = (figure: string) => amount(factor * Number(figure), figure.split(".")[1]?.length ?? 0, unit);
    return `${written(first)}${second === undefined ? "" : ` ${between} ${written(second)}`} ${unitName(unit)}`;
  });

/** True wind direction, 3 decimals. */
export const twd = (degrees: number | null | undefined): string => fixed(degrees, 3);

export const knotsToMps = (knots: number | null): number | null => (knots === null ? null : knots * KNOTS_TO_MPS);

/** A fraction as percent with 2 decimals: 0.1744 → "17.44%". */
export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Bytes of a MB and of a GB, as limits and quotas count them. */
const MB = 1024 ** 2;
export const GB = 1024 ** 3;

/** A number of bytes: "2.5 MB", "12 GB". */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  if (count < MB) return `${Math.round(count / 1024)} kB`;
  const [unit, name] = count < GB ? [MB, "MB"] : [GB, "GB"];
  return `${(count / unit).toFixed(count < 10 * unit ? 1 : 0)} ${name}`;
}

/** Nouns and verbs by a number, numbers and lists in a sentence. */
export { countText, wordFor } from "@leebow/core";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** A number in words up to twelve: "three", "13". */
export const numberWord = (count: number): string => NUMBERS[count] ?? String(count);

/** The text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "A", "A and B", "A, B and C"; empty without names. */
export const listed = (names: readonly string[], last: "and" | "or" = "and"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;

/** "+22", "−38", "0": metres, in the reader's unit of lengths. */
export function signedMetres(metres: number): string {
  const rounded = Math.round(inUnit(metres, "m"));
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}`;
}

/** "+22 m", "−38 m", "0 m" */
export const metresText = (metres: number): string => `${signedMetres(metres)} ${unitName("m")}`;

// Directions, degrees.

/** A direction as it is written, [0, 360). */
export const compass = (deg: number): number => ((deg % 360) + 360) % 360;

/** Signed difference of two directions, (-180, 180]. */
export function turned(to_deg: number, from_deg: number): number {
  const turn = compass(to_deg - from_deg);
  return turn > 180 ? turn - 360 : turn;
}

/** Where the wind of a session came from: "145", or "90 to 200" where it turned. */
export function windFrom(wind: Wind, digits = 0): string {
  const turn = windTurn(wind);
  return turn ? `${fixed(turn.from_deg, digits)} to ${fixed(turn.to_deg, digits)}` : fixed(wind.twd_deg, digits);
}

/** Number of decimals that the step between the ticks of an axis needs, so that no two ticks read the same. */
export function digitsOfTicks([first = 0, second = 1]: readonly number[]): number {
  return Math.max(0, -Math.floor(Math.log10(Math.abs(second - first)) + 1e-9));
}
