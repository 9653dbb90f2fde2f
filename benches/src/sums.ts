/** Checksums that all readers must agree on: number of points and sums of their times, positions and speeds. */
import type { TrackColumns } from "@leebow/core/node";

export interface Sums {
  points: number;
  lat_deg: number;
  lon_deg: number;
  /** Null when the reader does not give it. */
  time_ms: number | null;
  speed_mps: number | null;
}

export interface Point {
  time_ms?: number | undefined;
  lat_deg: number;
  lon_deg: number;
  speed_mps?: number | undefined;
}

export const MPS_PER_KNOT = 1852 / 3600;
/** Relative tolerances: sums are in different orders, and our speeds are single precision. */
const TOLERANCE = { lat_deg: 1e-9, lon_deg: 1e-9, time_ms: 1e-12, speed_mps: 1e-5 };

export function sumsOf(points: Iterable<Point>): Sums {
  const sums: Sums = { points: 0, lat_deg: 0, lon_deg: 0, time_ms: null, speed_mps: null };
  for (const { time_ms, lat_deg, lon_deg, speed_mps } of points) {
    sums.points++;
    sums.lat_deg += lat_deg;
    sums.lon_deg += lon_deg;
    if (time_ms != null && !Number.isNaN(time_ms)) sums.time_ms = (sums.time_ms ?? 0) + time_ms;
    if (speed_mps != null && !Number.isNaN(speed_mps)) sums.speed_mps = (sums.speed_mps ?? 0) + speed_mps;
  }
  return sums;
}

export function sumsOfColumns({ n, time_ms, lat_deg, lon_deg, channels }: TrackColumns): Sums {
  const sog = channels.sog;
  return sumsOf(
    Array.from({ length: n }, (_, i) => ({
      time_ms: time_ms[i],
      lat_deg: lat_deg[i]!,
      lon_deg: lon_deg[i]!,
      speed_mps: sog?.[i],
    })),
  );
}

/** "equal", or the differences in words. */
export function compare(theirs: Sums | null, ours: Sums): string {
  if (!theirs) return "reads no points";
  if (theirs.points !== ours.points) return `${theirs.points} points, ours ${ours.points}`;
  const names = Object.keys(TOLERANCE) as (keyof typeof TOLERANCE)[];
  const missing = names.filter((name) => theirs[name] === null && ours[name] !== null);
  const differ = names.filter((name) => {
    const [a, b] = [theirs[name], ours[name]];
    return a !== null && b !== null && Math.abs(a - b) > TOLERANCE[name] * Math.abs(b);
  });
  const word = (name: string) => name.split("_")[0];
  const differences = [];
  if (differ.length) differences.push(`differ in ${differ.map(word).join(", ")}`);
  if (missing.length) differences.push(`equal, without ${missing.map(word).join(", ")}`);
  return differences.join("; ") || "equal";
}
