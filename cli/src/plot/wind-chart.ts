import { type Analysis, HALF_WIDTH_50_SD, HALF_WIDTH_90_SD } from "@leebow/core";
import { across, type Box, clipped, frame, roundStep, type TimeAxis } from "./frame.ts";
import { INK_3, WARN, WIND } from "./palette.ts";
import { quantile, runsOf, runsWhere, wrap180 } from "./runs.ts";
import { curve, el, label, line } from "./svg.ts";

/** A wind direction by row, as degrees off the centre of the chart. */
interface Series {
  off: (row: number) => number;
  sd: (row: number) => number;
  known: (row: number) => boolean;
}

/** Wind direction over time: the estimate with its bands, and the measurement. */
export function windChart(box: Box, axis: TimeAxis, { columns, report }: Analysis): string {
  const { ewd, ewd_sd, twd } = columns.channels;
  const middle = report.wind?.twd_deg;
  if (middle === undefined)
    return frame(box, axis, "Wind direction", [], false) + noWind(box, report.notes[0] ?? "No wind.");
  const series = (values: Float32Array | undefined, sds?: Float32Array): Series => ({
    off: (row) => wrap180(values![row]! - middle),
    sd: (row) => sds?.[row] ?? NaN,
    known: (row) => values !== undefined && !Number.isNaN(values[row]!),
  });
  const [estimated, measured] = [series(ewd, ewd_sd), series(twd)];
  const [low, high] = range(columns.n, estimated, measured);
  const up = (off: number) => box.y + box.height - ((off - low) / (high - low)) * box.height;
  const runs = runsOf(columns.time_ms);
  const x = (row: number) => across(box, axis)(columns.time_ms[row]!);
  const drawn = [
    ...runsWhere(runs, estimated.known).map((run) => band(run, estimated, x, up)),
    twd ? strokes(runsWhere(runs, measured.known), measured, x, up, WARN, 1) : "",
    strokes(runsWhere(runs, estimated.known), estimated, x, up, WIND, 1.75),
  ];
  const parts = [
    ...(ewd ? ["estimated with its middle half (dark) and 90 % interval (pale)"] : []),
    ...(twd ? ["measured (brown)"] : []),
  ];
  const title = `Wind from, ${parts.join("; ")}`;
  return frame(box, axis, title, ticks(low, high, middle, up), false) + clipped("wind", box, drawn.join(""));
}

function noWind(box: Box, words: string): string {
  return label(box.x + 12, box.y + 24, words, { "font-size": 12, fill: INK_3 });
}

/** Range that contains 98 % of the 90 % band and 96 % of the measurements, at least ±20°, at most ±180°. */
function range(n: number, estimated: Series, measured: Series): [number, number] {
  const rows = Array.from({ length: n }, (_, row) => row);
  const known = rows.filter(estimated.known);
  const edge = (sign: number) =>
    known.map((row) => estimated.off(row) + sign * HALF_WIDTH_90_SD * Math.min(60, estimated.sd(row) || 0));
  const measurements = rows.filter(measured.known).map(measured.off);
  const low = Math.min(quantile(edge(-1), 0.01) || 0, quantile(measurements, 0.02) || 0, -15);
  const high = Math.max(quantile(edge(1), 0.99) || 0, quantile(measurements, 0.98) || 0, 15);
  return [Math.max(-180, low - 5), Math.min(180, high + 5)];
}

function ticks(low: number, high: number, middle: number, up: (off: number) => number) {
  const step = roundStep(high - low, 6, [5, 10, 15, 30, 45, 60, 90]);
  const first = Math.ceil((middle + low) / step);
  const found = [];
  for (let k = first; k * step <= middle + high; k += 1) {
    found.push({ y: up(k * step - middle), text: `${String((((k * step) % 360) + 360) % 360).padStart(3, "0")}°` });
  }
  return found;
}

/** The 90 % band and that of the middle half of one run. */
function band(
  [start, end]: [number, number],
  { off, sd }: Series,
  x: (row: number) => number,
  up: (off: number) => number,
): string {
  const rows = Array.from({ length: end - start }, (_, i) => start + i).filter((row) => !Number.isNaN(sd(row)));
  const area = (times: number, opacity: number) => {
    const top = rows.map((row) => [x(row), up(off(row) + times * sd(row))] as const);
    const bottom = rows.map((row) => [x(row), up(off(row) - times * sd(row))] as const).reverse();
    return el("path", { d: `${line([...top, ...bottom])}Z`, fill: WIND, "fill-opacity": opacity });
  };
  return rows.length > 1 ? area(HALF_WIDTH_90_SD, 0.12) + area(HALF_WIDTH_50_SD, 0.2) : "";
}

function strokes(
  runs: [number, number][],
  { off }: Series,
  x: (row: number) => number,
  up: (off: number) => number,
  colour: string,
  width: number,
): string {
  // A step over the opposite side of the circle is not drawn.
  const jumps = (row: number) => Math.abs(off(row) - off(row - 1)) > 180;
  const parts = runs.flatMap(([start, end]) => {
    const cuts = [start];
    for (let row = start + 1; row < end; row += 1) if (jumps(row)) cuts.push(row);
    return cuts.map((from, i) => curve([from, cuts[i + 1] ?? end], x, (row) => up(off(row))));
  });
  const d = parts.join("");
  return (
    d &&
    el("path", {
      d,
      fill: "none",
      stroke: colour,
      "stroke-width": width,
      "stroke-opacity": width < 1.5 ? 0.7 : 1,
      "stroke-linejoin": "round",
    })
  );
}
