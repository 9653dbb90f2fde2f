/** Numbers as text, in display units with the digits of the specification. Unknown values are a dash. */

export const METERS_TO_MILES = 0.0006213712;
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

/**
 * A unit with the half-width of the value's 90 % interval before it: "± 1.2 m", "± 6°"; the unit alone where the
 * half-width is null. No space before °.
 */
export function unitWithInterval(halfWidth: number | null, digits: number, unit: string): string {
  if (halfWidth === null) return unit;
  return `± ${fixed(halfWidth, digits)}${unit === "°" ? "" : " "}${unit}`;
}

/** Metres as miles, 2 decimals. */
export const miles = (meters: number | null | undefined): string =>
  meters === null || meters === undefined ? UNKNOWN : fixed(meters * METERS_TO_MILES, 2);

/** True wind direction, 3 decimals. */
export const twd = (degrees: number | null | undefined): string => fixed(degrees, 3);

export const knotsToMps = (knots: number | null): number | null => (knots === null ? null : knots * KNOTS_TO_MPS);

/** A fraction as percent with 2 decimals: 0.1744 → "17.44%". */
export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** A number of bytes with an SI unit: "2.5 MB". */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${Math.round(count / 1e3)} kB`;
  return `${(count / 1e6).toFixed(1)} MB`;
}
