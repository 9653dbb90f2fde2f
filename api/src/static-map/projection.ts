import type { Bbox } from "@leebow/basemap";
import type { TrackColumns } from "@leebow/core";

/** Maps positions to pixels of a picture. */
export interface Projection {
  place(lon: number, lat: number): [x: number, y: number];
  /** Extent of the picture, degrees. */
  box: Bbox;
  pixels_per_m: number;
}

export interface Frame {
  width: number;
  height: number;
  padding: number;
  /** Least width of the extent, m. */
  min_extent_m: number;
}

/** Metres of one degree of latitude on a sphere of radius 6371 km. */
const M_PER_DEG = 111_195;

/** Equirectangular about the track's centre: north up, equal scale in both directions there; the track fills the frame less the padding. */
export function fitProjection(track: Pick<TrackColumns, "lat_deg" | "lon_deg">, frame: Frame): Projection {
  const [south, north] = extent(track.lat_deg);
  const [west, east] = extent(track.lon_deg);
  const middle = { lat: (south + north) / 2, lon: (west + east) / 2 };
  const m_per_lon = M_PER_DEG * Math.cos((middle.lat * Math.PI) / 180);
  const wide_m = Math.max((east - west) * m_per_lon, frame.min_extent_m);
  const high_m = Math.max((north - south) * M_PER_DEG, frame.min_extent_m * (frame.height / frame.width));
  const scale = Math.min((frame.width - 2 * frame.padding) / wide_m, (frame.height - 2 * frame.padding) / high_m);
  const half = { lon: frame.width / 2 / scale / m_per_lon, lat: frame.height / 2 / scale / M_PER_DEG };
  return {
    place: (lon, lat) => [
      frame.width / 2 + (lon - middle.lon) * m_per_lon * scale,
      frame.height / 2 - (lat - middle.lat) * M_PER_DEG * scale,
    ],
    box: {
      west: middle.lon - half.lon,
      east: middle.lon + half.lon,
      south: middle.lat - half.lat,
      north: middle.lat + half.lat,
    },
    pixels_per_m: scale,
  };
}

function extent(values: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
