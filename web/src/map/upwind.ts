import { metresPerDegree } from "@leebow/core";

const RADIANS = Math.PI / 180;

/** A place in degrees. */
interface Place {
  lon_deg: number;
  lat_deg: number;
}

/** Metres towards the wind of one place from another: the figure of the ladder, on the map and in the table. */
export function upwindMetres(twd_deg: number, from: Place, to: Place): number {
  const { lat_m, lon_m } = metresPerDegree((from.lat_deg + to.lat_deg) / 2);
  const [east, north] = [(to.lon_deg - from.lon_deg) * lon_m, (to.lat_deg - from.lat_deg) * lat_m];
  return east * Math.sin(twd_deg * RADIANS) + north * Math.cos(twd_deg * RADIANS);
}
