/** Longitudes of a track as numbers without a jump at the date line: 179.9° is followed by 180.1°, not by −179.9°. */

/** The longitude that differs from `lon_deg` by full turns and lies within half a turn of `near_deg`. */
export const longitudeNear = (lon_deg: number, near_deg: number): number =>
  lon_deg - 360 * Math.round((lon_deg - near_deg) / 360);

/** The longitude between −180° (included) and 180°. */
export const wrapLongitude = (lon_deg: number): number => lon_deg - 360 * Math.floor((lon_deg + 180) / 360);

/**
 * The same positions without a jump, the first within half a turn of `near_deg`. NaN stays. Returns the array itself
 * when nothing changes, as away from the date line.
 */
export function continuousLongitudes(lon_deg: Float64Array, near_deg?: number): Float64Array {
  let last = near_deg ?? lon_deg.find((lon) => !Number.isNaN(lon)) ?? 0;
  let changed: Float64Array | null = null;
  for (let i = 0; i < lon_deg.length; i++) {
    const lon = lon_deg[i]!;
    if (Number.isNaN(lon)) continue;
    // Within half a turn nothing is to be computed.
    if (lon - last <= 180 && last - lon <= 180) last = lon;
    else {
      last = longitudeNear(lon, last);
      changed ??= lon_deg.slice();
    }
    if (changed) changed[i] = last;
  }
  return changed ?? lon_deg;
}
