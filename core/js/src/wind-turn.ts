/** A wind that turned during a session, which its mean direction does not say. */
import type { Wind } from "./core.ts";
import { halfWidth90 } from "./intervals.ts";
import { bearingDeg, signedDeg, vectorOf } from "./vectors.ts";

/** Directions that the wind blew from at the beginning and at the end, degrees. */
export interface WindTurn {
  from_deg: number;
  to_deg: number;
}

/** Moments at either end that are averaged, at most: ten minutes of one every 10 s. *guess* */
const END_MOMENTS = 60;

/**
 * Where the wind turned: mean directions of its first and its last ten minutes (a third of a shorter series), where the 90 %
 * intervals of the two do not touch. Null for a wind that its mean describes.
 */
export function windTurn({ series, sd_deg }: Pick<Wind, "series" | "sd_deg">): WindTurn | null {
  const moments = Math.min(END_MOMENTS, Math.floor(series.length / 3));
  if (moments === 0) return null;
  const [from_deg, to_deg] = [meanOf(series.slice(0, moments)), meanOf(series.slice(-moments))];
  return Math.abs(signedDeg(to_deg - from_deg)) > 2 * halfWidth90(sd_deg) ? { from_deg, to_deg } : null;
}

function meanOf(series: Wind["series"]): number {
  const vectors = series.map(({ twd_deg }) => vectorOf(1, twd_deg));
  const sum = (at: 0 | 1) => vectors.reduce((total, vector) => total + vector[at], 0);
  return bearingDeg(sum(0), sum(1));
}
