/** Lengths on the ellipsoid WGS84, as the engine computes them (`core/engine/src/geo.rs`). */
import { RADIANS } from "./vectors.ts";

const SEMI_MAJOR_AXIS_M = 6_378_137;
const FLATTENING = 1 / 298.257_223_563;
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);

/** Metres of a degree of latitude and of a degree of longitude at a latitude. */
export function metresPerDegree(lat_deg: number): { lat_m: number; lon_m: number } {
  const w2 = 1 - ECCENTRICITY_SQUARED * Math.sin(lat_deg * RADIANS) ** 2;
  const across_m = SEMI_MAJOR_AXIS_M / Math.sqrt(w2);
  return {
    lat_m: (RADIANS * across_m * (1 - ECCENTRICITY_SQUARED)) / w2,
    lon_m: RADIANS * across_m * Math.cos(lat_deg * RADIANS),
  };
}
