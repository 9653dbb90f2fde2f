import type { Land } from "@leebow/basemap";
import type { Feature } from "geojson";
import type { GeoJSONSourceSpecification, StyleSpecification } from "maplibre-gl";
import type { Palette } from "./palette";

/** Width of the band of shallow water: it hides how coarse the coast is. */
const SHALLOW_M = 60;
const TILE_PX = 512;
const EARTH_ROUND_M = 40_075_016.686;

const nothing = { type: "FeatureCollection" as const, features: [] };

/** Our own chart: sea, shallow water, land, shore. No roads, no glyphs, no network. */
export function seaStyle(palette: Palette, lat: number): StyleSpecification {
  const source = (): GeoJSONSourceSpecification => ({ type: "geojson", data: nothing, tolerance: 0.2, buffer: 64 });
  return {
    version: 8,
    sources: { land: source(), shore: source() },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": palette.sea } },
      {
        id: "shallow",
        type: "line",
        source: "shore",
        layout: { "line-join": "round", "line-cap": "round" },
        paint: { "line-color": palette.shallow, "line-width": bandWidth(lat) },
      },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": palette.land, "fill-antialias": false } },
      {
        id: "coast",
        type: "line",
        source: "shore",
        layout: { "line-join": "round" },
        paint: { "line-color": palette.coast, "line-width": 1 },
      },
    ],
  };
}

/** A width in metres: it doubles with every zoom. The land covers its half. */
function bandWidth(lat: number): ["interpolate", ["exponential", number], ["zoom"], number, number, number, number] {
  const px_at_zoom_0 = (2 * SHALLOW_M * TILE_PX) / (EARTH_ROUND_M * Math.cos((lat * Math.PI) / 180));
  return ["interpolate", ["exponential", 2], ["zoom"], 0, px_at_zoom_0, 22, px_at_zoom_0 * 2 ** 22];
}

export function landData({ polygons }: Land): Feature {
  return { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates: polygons } };
}

export function shoreData({ shores }: Land): Feature {
  return { type: "Feature", properties: {}, geometry: { type: "MultiLineString", coordinates: shores } };
}
