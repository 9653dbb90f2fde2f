const RADIANS = Math.PI / 180;
/** Metres of one degree of latitude on a sphere of radius 6371 km. */
const M_PER_DEG = 111_195;

/** A place in degrees. */
export interface Place {
  lon_deg: number;
  lat_deg: number;
}

/** Metres towards the wind of one place from another: the figure of the ladder, on the map and in the table. */
export function upwindMetres(twd_deg: number, from: Place, to: Place): number {
  const m_per_lon = M_PER_DEG * Math.cos(((from.lat_deg + to.lat_deg) / 2) * RADIANS);
  const [east, north] = [(to.lon_deg - from.lon_deg) * m_per_lon, (to.lat_deg - from.lat_deg) * M_PER_DEG];
  return east * Math.sin(twd_deg * RADIANS) + north * Math.cos(twd_deg * RADIANS);
}
