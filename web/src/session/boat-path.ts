/** The paths of the boats on the map of the course: thinned to a fix a second. */
import { continuousLongitudes } from "@leebow/basemap";
import type { TrackColumns } from "@leebow/core";
import { rowAt, rowsBetween } from "../playback/rows";

export interface BoatPath {
  time_ms: Float64Array;
  lon_deg: Float64Array;
  lat_deg: Float64Array;
}

const EVERY_MS = 1000;
/** Points of a drawn path; of more, every n-th. *guess*: about one for two pixels of a course of 300 px */
const MAX_POINTS = 700;
/** Two fixes further apart than this are not joined, ms. */
const MAX_STEP_MS = 20_000;

/** The fixes of the tracks of a boat, in time order. */
export function pathOf(tracks: readonly Pick<TrackColumns, "n" | "time_ms" | "lat_deg" | "lon_deg">[]): BoatPath {
  const [time, lon, lat]: [number[], number[], number[]] = [[], [], []];
  for (const { n, time_ms, lat_deg, lon_deg } of tracks) {
    let next_ms = -Infinity;
    for (let row = 0; row < n; row++) {
      if (time_ms[row]! < next_ms || Number.isNaN(lat_deg[row]!)) continue;
      next_ms = time_ms[row]! + EVERY_MS * 0.9;
      time.push(time_ms[row]!);
      lon.push(lon_deg[row]!);
      lat.push(lat_deg[row]!);
    }
  }
  const lon_deg = continuousLongitudes(Float64Array.from(lon));
  return { time_ms: Float64Array.from(time), lon_deg, lat_deg: Float64Array.from(lat) };
}

/** The points to draw between two moments; null between two of them breaks the line. */
export function drawnPoints(path: BoatPath, from_ms: number, to_ms: number): ([number, number] | null)[] {
  const { start, end } = rowsBetween(path.time_ms, from_ms, to_ms);
  const step = Math.max(1, Math.ceil((end - start) / MAX_POINTS));
  const points: ([number, number] | null)[] = [];
  for (let row = start; row < end; row += step) {
    const before = Math.max(start, row - step);
    if (path.time_ms[row]! - path.time_ms[before]! > MAX_STEP_MS + step * EVERY_MS) points.push(null);
    points.push([path.lon_deg[row]!, path.lat_deg[row]!]);
  }
  return points;
}

/** Where the boat was at a moment; null in a gap and outside of the recording. */
export function placeAt({ time_ms, lon_deg, lat_deg }: BoatPath, at_ms: number): { lon: number; lat: number } | null {
  const row = rowAt(time_ms, at_ms);
  if (row < 0) return null;
  const since_ms = at_ms - time_ms[row]!;
  if (row + 1 >= time_ms.length) return since_ms <= EVERY_MS ? { lon: lon_deg[row]!, lat: lat_deg[row]! } : null;
  const step_ms = time_ms[row + 1]! - time_ms[row]!;
  if (step_ms > MAX_STEP_MS) return null;
  const share = since_ms / step_ms;
  return {
    lon: lon_deg[row]! + share * (lon_deg[row + 1]! - lon_deg[row]!),
    lat: lat_deg[row]! + share * (lat_deg[row + 1]! - lat_deg[row]!),
  };
}
