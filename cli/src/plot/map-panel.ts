import { metresPerDegree } from "@leebow/core";
import type { Box } from "./frame.ts";
import { INK_2 } from "./palette.ts";
import { el, label, px } from "./svg.ts";

const MARGIN = 44;

/** A position on the page, px. */
export type Point = readonly [number, number];

/**
 * Equirectangular projection that fits positions into the box, with the same scale in both directions: `at` gives the
 * place of a position, `metres_px` the metres of a pixel.
 */
export function projection(box: Box, lat_deg: Float64Array, lon_deg: Float64Array) {
  const [south, north] = rangeOf(lat_deg);
  const [west, east] = rangeOf(lon_deg.map((lon) => near(lon, lon_deg[0]!)));
  const { lat_m, lon_m } = metresPerDegree((south + north) / 2);
  const squeeze = lon_m / lat_m;
  const [wide, high] = [Math.max((east - west) * squeeze, 1e-6), Math.max(north - south, 1e-6)];
  const scale = Math.min((box.width - 2 * MARGIN) / wide, (box.height - 2 * MARGIN) / high);
  const [midX, midY] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = (lat: number, lon: number): Point => [
    midX + (near(lon, lon_deg[0]!) - (west + east) / 2) * squeeze * scale,
    midY - (lat - (south + north) / 2) * scale,
  ];
  return { at, metres_px: scale / lat_m };
}

/** A longitude plus the multiple of 360° that brings it nearest to another. */
function near(lon: number, other: number): number {
  return lon - 360 * Math.round((lon - other) / 360);
}

function rangeOf(values: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** The centre of the dial: the corner with the fewest fixes, except the lower left one with the scale bar. */
export function freestCorner(box: Box, fixes: readonly Point[]): [number, number] {
  const [left, right] = [box.x + 84, box.x + box.width - 84];
  const [top, bottom] = [box.y + 78, box.y + box.height - 100];
  const corners: [number, number][] = [
    [right, top],
    [left, top],
    [right, bottom],
  ];
  const hidden = corners.map(
    ([x, y]) => fixes.filter(([a, b]) => Math.abs(a - x) < 80 && b > y - 68 && b < y + 90).length,
  );
  return corners[hidden.indexOf(Math.min(...hidden))]!;
}

/** A length in round metres, at the lower left. */
export function scaleBar(box: Box, metres_px: number): string {
  const most = 150 / metres_px;
  const ten = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((k) => k * ten).find((length) => length <= most) ?? ten;
  const [x, y, width] = [box.x + 18, box.y + box.height - 18, metres * metres_px];
  const text = metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`;
  return (
    el("path", { d: `M${x} ${y - 6}v6h${px(width)}v-6`, fill: "none", stroke: INK_2, "stroke-width": 1.5 }) +
    label(x + width / 2, y - 8, text, { "text-anchor": "middle", "font-size": 12, fill: INK_2 })
  );
}
