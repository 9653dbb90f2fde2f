import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  type Basemap,
  type Bbox,
  continuousLongitudes,
  isUncharted,
  type Land,
  open,
  type Ring,
} from "@leebow/basemap";
import { metresPerDegree, type TrackColumns } from "@leebow/core";
import sharp from "sharp";

export type Theme = "light" | "dark";

/** Size on the track card, CSS pixels; the PNG has twice as many in each direction. */
export const MAP_SIZE = { width: 340, height: 224 } as const;
const PIXELS_PER_UNIT = 2;
/** Padding around the track, CSS pixels; a wider one is used when only it shows a shore, which identifies the place. Guess. */
const PADDINGS = [22, 50, 70];
/** Least width of the map, m: a track of a few metres is not magnified further. Guess. */
const MIN_EXTENT_M = 400;
/** Points drawn of a track; more are not visible at this size. Guess. */
const MAX_POINTS = 1500;
/** Points drawn of all boats of a race together. Guess. */
const MAX_RACE_POINTS = 12_000;
/** Width of the band of shallow water along the shore, m. Guess. */
const SHALLOW_M = 60;
/** A map of at least this width, degrees of longitude, uses the coarse coast. Guess. */
const COARSE_DEG = 8;

/** The map colours of the design tokens (web/src/look/tokens.css). */
const COLOURS = {
  light: {
    sea: "#E3ECEF",
    shallow: "#D6E3E8",
    land: "#F3EFE6",
    coast: "#A9A08C",
    track: "#0F1E29",
    start: "#FFFFFF",
    wind: "#0B62AB",
  },
  dark: {
    sea: "#0F1A21",
    shallow: "#13222B",
    land: "#1D2626",
    coast: "#4A5653",
    track: "#E9EFF2",
    start: "#131B21",
    wind: "#63B0EE",
  },
} as const;

/** The colours of the boats of a race, as on its map (web/src/look/tokens.css). */
const BOATS = {
  light: ["#6B46C1", "#007066", "#B23A8A", "#8A5A00", "#3457C7", "#7A4327", "#53700F", "#4D5A63"],
  dark: ["#B79BFF", "#2DD3C2", "#FF8FD2", "#E9B44C", "#8FA8FF", "#DFA07C", "#B5D15A", "#B3C0C8"],
} as const;

/** Positions in the order of time, degrees. */
export type Path = Pick<TrackColumns, "lon_deg" | "lat_deg">;

/** The track on the coast, as a PNG; with the arrow of the wind from a direction. */
export async function drawStaticMap(columns: Path, theme: Theme, wind_from_deg: number | null = null): Promise<Buffer> {
  return png(staticMapSvg(columns, theme, await basemap(), wind_from_deg));
}

/** The boats of a race on the coast, as a PNG. */
export async function drawRaceMap(boats: readonly Path[], theme: Theme): Promise<Buffer> {
  return png(raceMapSvg(boats, theme, await basemap()));
}

const png = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 72 * PIXELS_PER_UNIT })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** Every so many positions that the boats of a race are drawn of at most `MAX_RACE_POINTS`. */
export function thinPath({ lon_deg, lat_deg }: Path, boats: number): Path {
  const most = Math.max(2, Math.min(MAX_POINTS, Math.floor(MAX_RACE_POINTS / boats)));
  const step = Math.max(1, Math.ceil(lon_deg.length / most));
  const isDrawn = (_: number, i: number) => i % step === 0;
  return { lon_deg: lon_deg.filter(isDrawn), lat_deg: lat_deg.filter(isDrawn) };
}

let coast: Promise<Basemap> | undefined;

function basemap(): Promise<Basemap> {
  coast ??= readFile(createRequire(import.meta.url).resolve("@leebow/basemap/coast.bin")).then(open);
  return coast;
}

/** The map of a track as an SVG document. */
export function staticMapSvg(track: Path, theme: Theme, map: Basemap, wind_from_deg: number | null = null): string {
  const colours = COLOURS[theme];
  const columns = continuous(track);
  const view = frame(columns, map);
  const points = trackPoints(columns, view.projection);
  const [x, y] = view.projection.place(columns.lon_deg[0] ?? 0, columns.lat_deg[0] ?? 0);
  return drawing(view, theme, [
    line(points, colours.track, 1.6),
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="${colours.start}" stroke="${colours.track}" stroke-width="2"/>`,
    wind_from_deg === null ? "" : windArrow(wind_from_deg, points, colours.wind),
  ]);
}

/** The path without a jump at the date line. */
const continuous = ({ lon_deg, lat_deg }: Path, near_deg?: number): Path => ({
  lon_deg: continuousLongitudes(lon_deg, near_deg),
  lat_deg,
});

/** The map of a race as an SVG document. */
export function raceMapSvg(boats: readonly Path[], theme: Theme, map: Basemap): string {
  const near_deg = boats[0]?.lon_deg.find((lon) => !Number.isNaN(lon));
  const thin = boats.map((boat) => continuous(thinPath(boat, boats.length), near_deg));
  const all = (key: keyof Path) => Float64Array.from(thin.flatMap((boat) => [...boat[key]]));
  const view = frame({ lon_deg: all("lon_deg"), lat_deg: all("lat_deg") }, map);
  const colours = BOATS[theme];
  return drawing(
    view,
    theme,
    thin.map((boat, i) => line(trackPoints(boat, view.projection), colours[i % colours.length]!, 1.3)),
  );
}

/** Sea, shore and land, and what is drawn on them. */
function drawing({ projection, shown }: View, theme: Theme, parts: readonly string[]): string {
  const colours = COLOURS[theme];
  const { width, height } = MAP_SIZE;
  const shores = shown.shores.map((ring) => path(ring, projection)).join("");
  const land = shown.polygons.map((rings) => rings.map((ring) => path(ring, projection, "Z")).join("")).join("");
  const shallow = Math.max(3, 2 * SHALLOW_M * projection.pixels_per_m);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.sea}"/>`,
    `<path d="${shores}" fill="none" stroke="${colours.shallow}" stroke-width="${shallow.toFixed(1)}" stroke-linejoin="round"/>`,
    `<path d="${land}" fill="${colours.land}" fill-rule="evenodd"/>`,
    `<path d="${shores}" fill="none" stroke="${colours.coast}" stroke-width="1"/>`,
    ...parts,
    "</svg>",
  ].join("");
}

const line = (points: [number, number][], colour: string, width: number): string =>
  `<path d="${pathOf(points, "")}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;

interface View {
  projection: Projection;
  shown: Land;
}

/** The view with the least padding that shows a shore; without a shore the one with the least padding. */
function frame(columns: Path, map: Basemap): View {
  const uncharted = isUncharted(columns.lon_deg, columns.lat_deg, map.is_land);
  const views = PADDINGS.map((padding) => {
    const projection = fitProjection(columns, { ...MAP_SIZE, padding, min_extent_m: MIN_EXTENT_M });
    return { projection, shown: uncharted ? NO_LAND : landIn(map, projection.box) };
  });
  return views.find(({ projection, shown }) => shown.shores.some((ring) => touches(ring, projection.box))) ?? views[0]!;
}

const NO_LAND: Land = { polygons: [], shores: [] };

const landIn = (map: Basemap, box: Bbox) => map.land(box, { coarse: box.east - box.west > COARSE_DEG });

function touches(ring: Ring, { west, east, south, north }: Bbox): boolean {
  return ring.some(([lon, lat]) => lon > west && lon < east && lat > south && lat < north);
}

function path(ring: Ring, projection: Projection, end = ""): string {
  return pathOf(
    ring.map(([lon, lat]) => projection.place(lon, lat)),
    end,
  );
}

/** Distance of the wind's arrow from both edges, CSS pixels. */
const ARROW_INSET = 30;

/** An arrow that flies with the wind, in the corner with the most room beside the track. */
function windArrow(from_deg: number, points: readonly [number, number][], colour: string): string {
  const { width, height } = MAP_SIZE;
  const corners = [ARROW_INSET, width - ARROW_INSET].flatMap((x) =>
    [ARROW_INSET, height - ARROW_INSET].map((y) => ({
      x,
      y,
      room: points.reduce((least, point) => Math.min(least, Math.hypot(point[0] - x, point[1] - y)), Infinity),
    })),
  );
  const { x, y } = corners.reduce((best, corner) => (corner.room > best.room ? corner : best));
  const turn = (from_deg + 180).toFixed(1);
  return `<path d="M0-19L11 6 3.2 3 3.2 19-3.2 19-3.2 3-11 6Z" fill="${colour}" transform="translate(${x} ${y}) rotate(${turn})"/>`;
}

function trackPoints(columns: Path, projection: Projection): [number, number][] {
  const n = columns.lon_deg.length;
  const step = Math.max(1, Math.ceil(n / MAX_POINTS));
  const points: [number, number][] = [];
  for (let i = 0; i < n; i += step) points.push(projection.place(columns.lon_deg[i]!, columns.lat_deg[i]!));
  return points;
}

/** SVG path through points, rounded to 0.1 px; consecutive equal points appear once. */
function pathOf(points: [number, number][], end: string): string {
  const rounded: string[] = [];
  for (const [x, y] of points) {
    const point = `${x.toFixed(1)} ${y.toFixed(1)}`;
    if (point !== rounded.at(-1)) rounded.push(point);
  }
  return rounded.length === 0 ? "" : `M${rounded.join("L")}${end}`;
}

/** Maps positions to pixels of a picture. */
interface Projection {
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
