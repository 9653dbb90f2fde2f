import { continuousLongitudes } from "@leebow/basemap";
import type { TrackColumns } from "@leebow/core";

/** Points of the drawn path; of more, every n-th. */
const MAX_POINTS = 4000;

/** The track as an SVG path in a box of this size, north up, at the scale of its middle latitude; `inset` from the origin. */
export function trackDrawing(columns: TrackColumns, width: number, height: number, inset = 0): string {
  const { n, lat_deg } = columns;
  if (n === 0) return "";
  const lon_deg = continuousLongitudes(columns.lon_deg);
  const step = Math.max(1, Math.ceil(n / MAX_POINTS));
  const shrink = Math.cos((lat_deg[n >> 1]! * Math.PI) / 180);
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let row = 0; row < n; row += step) {
    west = Math.min(west, lon_deg[row]! * shrink);
    east = Math.max(east, lon_deg[row]! * shrink);
    south = Math.min(south, lat_deg[row]!);
    north = Math.max(north, lat_deg[row]!);
  }
  const scale = Math.min(width / Math.max(1e-9, east - west), height / Math.max(1e-9, north - south));
  const left = inset + (width - (east - west) * scale) / 2;
  const top = inset + (height - (north - south) * scale) / 2;
  let path = "";
  for (let row = 0; row < n; row += step) {
    const x = left + (lon_deg[row]! * shrink - west) * scale;
    const y = top + (north - lat_deg[row]!) * scale;
    path += `${path === "" ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return path;
}
