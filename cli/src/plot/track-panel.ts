import { type Analysis, SEGMENT_KINDS } from "@leebow/core";
import { dial } from "./dial.ts";
import type { Box } from "./frame.ts";
import { INK, INK_2, KIND_COLOURS, NOTHING, SEA, sideColour } from "./palette.ts";
import { runsOf, runsWhere, wrap180 } from "./runs.ts";
import { el, label, line, mark, px } from "./svg.ts";

const MARGIN = 44;
/** Pixel position of a row. */
type Place = (row: number) => readonly [number, number];

/** The track, north up: straights in the colour of their tack, maneuvers in that of their kind. */
export function trackPanel(box: Box, analysis: Analysis): string {
  const { columns, report } = analysis;
  const { place, metres_px } = projection(box, columns.lat_deg, columns.lon_deg);
  return [
    el("rect", { x: box.x, y: box.y, width: box.width, height: box.height, fill: SEA, rx: 6 }),
    ...sides(analysis, place),
    ...report.straights.map(({ start, end, side }) => path([[start, end]], place, sideColour(side), 2)),
    ...report.maneuvers.map(({ start, end, kind }) => path([[start, end]], place, KIND_COLOURS[kind], 2.75)),
    marks(analysis, place),
    ends(box, columns.n, place),
    scaleBar(box, metres_px),
    dial(...dialPlace(box, columns.n, place), report.wind),
  ].join("");
}

/** The whole track as a thin line, in the colour of the tack where that is known. */
function sides({ columns }: Analysis, place: Place): string[] {
  const angle = columns.channels.etwa ?? columns.channels.twa;
  const known = (row: number) => angle !== undefined && !Number.isNaN(angle[row]!);
  const runs = runsOf(columns.time_ms);
  const on = (starboard: boolean) =>
    runsWhere(runs, (row) => known(row) && wrap180(angle![row]!) >= 0 === starboard).map(joined);
  return [
    path(runsWhere(runs, (row) => !known(row)).map(joined), place, NOTHING, 1),
    path(on(true), place, sideColour("starboard"), 0.8),
    path(on(false), place, sideColour("port"), 0.8),
  ];
  /** Extends a range by the next row of the same run, so that colours join without a gap. */
  function joined([start, end]: [number, number]): [number, number] {
    return [start, runs.some(([, last]) => last === end) ? end : end + 1];
  }
}

/** Equirectangular projection that fits the track into the box, with the same scale in both directions. */
function projection(box: Box, lat_deg: Float64Array, lon_deg: Float64Array) {
  const [south, north] = rangeOf(lat_deg);
  const [west, east] = rangeOf(lon_deg.map((lon) => near(lon, lon_deg[0]!)));
  const squeeze = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const [wide, high] = [Math.max((east - west) * squeeze, 1e-6), Math.max(north - south, 1e-6)];
  const scale = Math.min((box.width - 2 * MARGIN) / wide, (box.height - 2 * MARGIN) / high);
  const [midX, midY] = [box.x + box.width / 2, box.y + box.height / 2];
  const place: Place = (row) => [
    midX + (near(lon_deg[row]!, lon_deg[0]!) - (west + east) / 2) * squeeze * scale,
    midY - (lat_deg[row]! - (south + north) / 2) * scale,
  ];
  return { place, metres_px: scale / 111_195 };
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

function path(runs: readonly (readonly [number, number])[], place: Place, colour: string, width: number): string {
  const parts = runs.map(([start, end]) => line(Array.from({ length: end - start }, (_, i) => place(start + i))));
  const d = parts.filter(Boolean).join("");
  return (
    d &&
    el("path", {
      d,
      fill: "none",
      stroke: colour,
      "stroke-width": width,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    })
  );
}

/** Letters at the maneuvers, as far as they do not overlap. */
function marks({ report, columns }: Analysis, place: Place): string {
  const taken: (readonly [number, number])[] = [];
  return report.maneuvers
    .map(({ kind, time, start, end }) => {
      const [x, y] = place(rowAt(columns.time_ms, Date.parse(time), start, end));
      if (taken.some(([a, b]) => Math.hypot(a - x, b - y) < 13)) return "";
      taken.push([x, y]);
      return mark(x, y, 6.5, SEGMENT_KINDS[kind].letter, KIND_COLOURS[kind]);
    })
    .join("");
}

/** The row of `[start, end)` nearest to a moment. */
function rowAt(time_ms: Float64Array, moment_ms: number, start: number, end: number): number {
  let best = start;
  for (let i = start; i < end; i += 1)
    if (Math.abs(time_ms[i]! - moment_ms) < Math.abs(time_ms[best]! - moment_ms)) best = i;
  return best;
}

/** Marks of the start and the end; the labels avoid each other and the edge. */
function ends(box: Box, n: number, place: Place): string {
  const [first, last] = [place(0), place(n - 1)];
  const close = Math.hypot(first[0] - last[0], first[1] - last[1]) < 40;
  const startBelow = close && first[1] > last[1];
  const end = ([x, y]: readonly [number, number], word: string, below: boolean) => {
    const left = x > box.x + box.width - 60;
    const halo = { stroke: SEA, "stroke-width": 3, "paint-order": "stroke", "stroke-linejoin": "round" };
    return (
      el("rect", {
        x: px(x - 4),
        y: px(y - 4),
        width: 8,
        height: 8,
        fill: word === "start" ? "#FFFFFF" : INK,
        stroke: INK,
        "stroke-width": 1.5,
      }) +
      label(left ? x - 8 : x + 8, y + (below ? 17 : -9), word, {
        "text-anchor": left ? "end" : "start",
        "font-size": 11,
        "font-weight": 600,
        fill: INK_2,
        ...halo,
      })
    );
  };
  return end(first, "start", startBelow) + end(last, "end", !startBelow);
}

/** The centre of the dial: the corner with the fewest fixes, except the lower left one with the scale bar. */
function dialPlace(box: Box, n: number, place: Place): [number, number] {
  const [left, right] = [box.x + 84, box.x + box.width - 84];
  const [top, bottom] = [box.y + 78, box.y + box.height - 100];
  const corners: [number, number][] = [
    [right, top],
    [left, top],
    [right, bottom],
  ];
  const hidden = corners.map(([x, y]) => {
    let count = 0;
    for (let row = 0; row < n; row += 1) {
      const [a, b] = place(row);
      if (Math.abs(a - x) < 80 && b > y - 68 && b < y + 90) count += 1;
    }
    return count;
  });
  return corners[hidden.indexOf(Math.min(...hidden))]!;
}

function scaleBar(box: Box, metres_px: number): string {
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
