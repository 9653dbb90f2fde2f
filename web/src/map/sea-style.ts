import type { Land } from "@leebow/basemap";
import type { FilterSpecification, StyleSpecification } from "maplibre-gl";
import type { Palette } from "./palette";

/** Width of the band of shallow water along the coast, which hides how coarse it is, m. *from* the visual design */
const SHALLOW_WIDTH_M = 60;
const TILE_PX = 512;
const EARTH_ROUND_M = 40_075_016.686;

const GROUND: FilterSpecification = ["==", ["get", "part"], "ground"];
const SHORE: FilterSpecification = ["==", ["get", "part"], "shore"];
const nothing = { type: "FeatureCollection" as const, features: [] };

/** The only source of the chart. One, since MapLibre prepares the tiles of each source in every frame. */
export const CHART_SOURCE = "chart";

/** Style of the built-in chart: sea, shallow water, land, shore; it needs no network. */
export function seaStyle(palette: Palette, lat: number): StyleSpecification {
  return {
    version: 8,
    sources: { [CHART_SOURCE]: { type: "geojson", data: nothing, tolerance: 0.2, buffer: 64 } },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": palette.sea } },
      {
        id: "shallow",
        type: "line",
        source: CHART_SOURCE,
        filter: SHORE,
        layout: { "line-join": "round", "line-cap": "round" },
        paint: { "line-color": palette.shallow, "line-width": bandWidth(lat) },
      },
      {
        id: "land",
        type: "fill",
        source: CHART_SOURCE,
        filter: GROUND,
        paint: { "fill-color": palette.land, "fill-antialias": false },
      },
      {
        id: "coast",
        type: "line",
        source: CHART_SOURCE,
        filter: SHORE,
        layout: { "line-join": "round" },
        paint: { "line-color": palette.coast, "line-width": 1 },
      },
    ],
  };
}

/** A line width in metres, doubling with every zoom level; the land covers the inner half. */
function bandWidth(lat: number): ["interpolate", ["exponential", number], ["zoom"], number, number, number, number] {
  const px_at_zoom_0 = (2 * SHALLOW_WIDTH_M * TILE_PX) / (EARTH_ROUND_M * Math.cos((lat * Math.PI) / 180));
  return ["interpolate", ["exponential", 2], ["zoom"], 0, px_at_zoom_0, 22, px_at_zoom_0 * 2 ** 22];
}

export function chartData({ polygons, shores }: Land): GeoJSON.FeatureCollection {
  const feature = (part: string, geometry: GeoJSON.Feature["geometry"]): GeoJSON.Feature => ({
    type: "Feature",
    properties: { part },
    geometry,
  });
  return {
    type: "FeatureCollection",
    features: [
      feature("ground", { type: "MultiPolygon", coordinates: polygons }),
      feature("shore", { type: "MultiLineString", coordinates: shores }),
    ],
  };
}
