/** Where speeds at true wind angles are in a half polar: the wind comes from above, both tacks are at the right. */
import { max } from "d3";
import type { Frame } from "../chart/frame";
import type { PolarBand } from "./bands";

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
