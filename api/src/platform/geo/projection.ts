import type { Bbox } from "@leebow/basemap";
import { metresPerDegree, type TrackColumns } from "@leebow/core";

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

/** Equirectangular about the track's centre: north up, equal scale in both directions there; the track fills the frame less the padding. */
export function fitProjection(track: Pick<TrackColumns, "lat_deg" | "lon_deg">, frame: Frame): Projection {
  const [south, north] = extent(track.lat_deg);
  const [west, east] = extent(track.lon_deg);
  const middle = { lat: (south + north) / 2, lon: (west + east) / 2 };
  const { lat_m, lon_m } = metresPerDegree(middle.lat);
  const wide_m = Math.max((east - west) * lon_m, frame.min_extent_m);
  const high_m = Math.max((north - south) * lat_m, frame.min_extent_m * (frame.height / frame.width));
  const scale = Math.min((frame.width - 2 * frame.padding) / wide_m, (frame.height - 2 * frame.padding) / high_m);
  const half = { lon: frame.width / 2 / scale / lon_m, lat: frame.height / 2 / scale / lat_m };
  return {
    place: (lon, lat) => [
      frame.width / 2 + (lon - middle.lon) * lon_m * scale,
      frame.height / 2 - (lat - middle.lat) * lat_m * scale,
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
