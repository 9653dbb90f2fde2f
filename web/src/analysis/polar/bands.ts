/** Names and colours of the bands of a polar. */
import type { Polar, RequestTo } from "@leebow/api/contract";
import { max } from "d3";
import type { Frame } from "../../chart/frame";
import { amount } from "../../format/numbers";
import { unitName } from "../../format/units";

export type PolarBand = Polar["bands"][number];
export type PolarTarget = NonNullable<PolarBand["upwind"]>;
/** One tack, or both. */
export type PolarSide = NonNullable<NonNullable<RequestTo<"GET /reports/polar/">["query"]>["side"]>;
export type PolarPart = "upwind" | "downwind";

export const PART_NAMES: Record<PolarPart, string> = { upwind: "Upwind", downwind: "Downwind" };

/** The target of a band on one side of the wind. */
export interface TargetPlace {
  band: string;
  part: PolarPart;
}

/** Wind categories have their colours on every screen; thirds of the own speed have the first ones. */
const PLACES: Record<string, number> = { light: 1, sf: 2, df: 3, windy: 4, slow: 1, middle: 2, fast: 3 };
const NAMES: Record<string, string> = {
  light: "Light",
  sf: "Sf",
  df: "Df",
  windy: "Windy",
  slow: "Slow third",
  middle: "Middle third",
  fast: "Fast third",
};
const COLOURS = 4;

/** The colour of a band among all of a polar; of more than four bands some lie between those of the scale. */
export function paintOf({ name }: Pick<PolarBand, "name">, bands: readonly Pick<PolarBand, "name">[]): string {
  const at = bands.findIndex((band) => band.name === name);
  const place = PLACES[name] ?? (bands.length <= COLOURS ? at + 1 : 1 + (at * (COLOURS - 1)) / (bands.length - 1));
  const below = Math.floor(place);
  const share = Math.round((place - below) * 100);
  return share === 0
    ? `var(--scale-${below})`
    : `color-mix(in oklab, var(--scale-${below + 1}) ${share}%, var(--scale-${below}))`;
}

type NamedBand = Pick<PolarBand, "name" | "from_kn" | "to_kn">;

/** "8 to 12", "over 16"; of a third of the own speed its name. */
export function bandRange({ name, from_kn, to_kn }: NamedBand): string {
  if (from_kn !== null && to_kn !== null)
    return from_kn === 0 ? `under ${wind(to_kn)}` : `${wind(from_kn)} to ${wind(to_kn)}`;
  if (from_kn !== null) return `over ${wind(from_kn)}`;
  return to_kn !== null ? `under ${wind(to_kn)}` : (NAMES[name] ?? name);
}

/** The name of its wind category; null of other bands. */
export const categoryOf = ({ name, from_kn, to_kn }: PolarBand): string | null =>
  from_kn === null && to_kn === null ? null : (NAMES[name] ?? null);

/** "8 to 12 kn" */
export const bandName = (band: NamedBand): string =>
  band.from_kn === null && band.to_kn === null ? bandRange(band) : `${bandRange(band)} ${unitName("kn")}`;

const wind = (speed_kn: number): string => amount(speed_kn, 0, "kn");

export const minutes = (seconds: number): string => `${Math.round(seconds / 60)} min`;

// Where speeds at true wind angles are in a half polar: the wind comes from above, both tacks are at the right.

export interface PolarScale {
  /** The centre, px. */
  x: number;
  y: number;
  px_per_kn: number;
  /** Edges of what is drawn, px from the centre. */
  above: number;
  below: number;
  beside: number;
  /** The highest speed of the drawing. */
  max_kn: number;
}

/** The part above the centre is at least this share of the highest speed. *guess*: room for the names of two rings. */
const LEAST_ABOVE = 0.3;

export const radians = (deg: number): number => (deg * Math.PI) / 180;

type ScaledBand = { curve: Pick<PolarBand["curve"], "twa_deg" | "q75_kn" | "median_kn"> };

/** The scale at which all curves fit. */
export function polarScale(bands: readonly ScaledBand[], { left, right, top, bottom }: Frame): PolarScale {
  const points = bands.flatMap(({ curve }) =>
    curve.twa_deg.map((twa_deg, at) => ({ angle: radians(twa_deg), kn: curve.q75_kn[at] ?? curve.median_kn[at] ?? 0 })),
  );
  const max_kn = max(points, ({ kn }) => kn) || 1;
  const above = Math.max(max_kn * LEAST_ABOVE, max(points, ({ angle, kn }) => kn * Math.cos(angle)) ?? 0);
  const below = Math.max(max_kn * LEAST_ABOVE, max(points, ({ angle, kn }) => -kn * Math.cos(angle)) ?? 0);
  const beside = max(points, ({ angle, kn }) => kn * Math.sin(angle)) || max_kn;
  const px_per_kn = Math.min((right - left) / beside, (bottom - top) / (above + below));
  return {
    x: left,
    y: top + above * px_per_kn,
    px_per_kn,
    above: above * px_per_kn,
    below: below * px_per_kn,
    beside: beside * px_per_kn,
    max_kn,
  };
}

/** px */
export function placeOf({ x, y, px_per_kn }: PolarScale, twa_deg: number, speed_kn: number): [number, number] {
  const [angle, r] = [radians(twa_deg), speed_kn * px_per_kn];
  return [x + r * Math.sin(angle), y - r * Math.cos(angle)];
}

/** How far a ray at an angle goes inside the drawing, px from the centre. */
export function rayLength({ above, below, beside }: PolarScale, twa_deg: number): number {
  const [sin, cos] = [Math.sin(radians(twa_deg)), Math.cos(radians(twa_deg))];
  const up = cos > 1e-9 ? above / cos : cos < -1e-9 ? below / -cos : Infinity;
  return Math.min(up, sin > 1e-9 ? beside / sin : Infinity);
}
