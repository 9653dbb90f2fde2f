import { type Analysis, KIND_COLORS, SEGMENT_KINDS, windTurn } from "@leebow/core";
import { dial } from "./dial.ts";
import type { Box } from "./frame.ts";
import { freestCorner, projection, scaleBar } from "./map-panel.ts";
import { INK, INK_2, NOTHING, SEA, sideColour } from "./palette.ts";
import { runsOf, runsWhere, wrap180 } from "./runs.ts";
import { el, label, line, mark, px } from "./svg.ts";

/** Pixel position of a row. */
type PixelOfRow = (row: number) => readonly [number, number];

/** The track, north up: straights in the colour of their tack, maneuvers in that of their kind. */
export function trackPanel(box: Box, analysis: Analysis): string {
  const { columns, report } = analysis;
  const { at, metres_px } = projection(box, columns.lat_deg, columns.lon_deg);
  const pixelOf: PixelOfRow = (row) => at(columns.lat_deg[row]!, columns.lon_deg[row]!);
  return [
    el("rect", { x: box.x, y: box.y, width: box.width, height: box.height, fill: SEA, rx: 6 }),
    ...sides(analysis, pixelOf),
    ...report.straights.map(({ start, end, side }) => path([[start, end]], pixelOf, sideColour(side), 2)),
    ...report.maneuvers.map(({ start, end, kind }) => path([[start, end]], pixelOf, KIND_COLORS[kind], 2.75)),
    marks(analysis, pixelOf),
    ends(box, columns.n, pixelOf),
    scaleBar(box, metres_px),
    dial(
      ...freestCorner(
        box,
        Array.from({ length: columns.n }, (_, row) => pixelOf(row)),
      ),
      report.wind && { ...report.wind, turn: windTurn(report.wind) },
    ),
  ].join("");
}

/** The whole track as a thin line, in the colour of the tack where that is known. */
function sides({ columns }: Analysis, pixelOf: PixelOfRow): string[] {
  const angle = columns.channels.etwa ?? columns.channels.twa;
  const known = (row: number) => angle !== undefined && !Number.isNaN(angle[row]!);
  const runs = runsOf(columns.time_ms);
  const on = (starboard: boolean) =>
    runsWhere(runs, (row) => known(row) && wrap180(angle![row]!) >= 0 === starboard).map(joined);
  return [
    path(runsWhere(runs, (row) => !known(row)).map(joined), pixelOf, NOTHING, 1),
    path(on(true), pixelOf, sideColour("starboard"), 0.8),
    path(on(false), pixelOf, sideColour("port"), 0.8),
  ];
  /** Extends a range by the next row of the same run, so that colours join without a gap. */
  function joined([start, end]: [number, number]): [number, number] {
    return [start, runs.some(([, last]) => last === end) ? end : end + 1];
  }
}

function path(
  runs: readonly (readonly [number, number])[],
  pixelOf: PixelOfRow,
  colour: string,
  width: number,
): string {
  const parts = runs.map(([start, end]) => line(Array.from({ length: end - start }, (_, i) => pixelOf(start + i))));
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
function marks({ report, columns }: Analysis, pixelOf: PixelOfRow): string {
  const taken: (readonly [number, number])[] = [];
  return report.maneuvers
    .map(({ kind, time, start, end }) => {
      const [x, y] = pixelOf(rowAt(columns.time_ms, Date.parse(time), start, end));
      if (taken.some(([a, b]) => Math.hypot(a - x, b - y) < 13)) return "";
      taken.push([x, y]);
      return mark(x, y, 6.5, SEGMENT_KINDS[kind].letter, KIND_COLORS[kind]);
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
function ends(box: Box, n: number, pixelOf: PixelOfRow): string {
  const [first, last] = [pixelOf(0), pixelOf(n - 1)];
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
