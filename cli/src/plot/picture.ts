import { type Analysis, type Channel, KIND_COLORS, SEGMENT_KINDS, type SegmentKind, timeParts } from "@leebow/core";
import { damageLines, headLines } from "../exporters/table-head.ts";
import { clockOf } from "../exporters/time.ts";
import { angleChart } from "./angle-chart.ts";
import { type Box, timeAxis } from "./frame.ts";
import { INK, INK_2, PORT, STARBOARD, SURFACE, WARN } from "./palette.ts";
import { maneuverMarks, speedChart } from "./speed-chart.ts";
import { el, label, mark } from "./svg.ts";
import { trackPanel } from "./track-panel.ts";
import { windChart } from "./wind-chart.ts";

export const SIZE = { width: 1600, height: 1000 };
const TRACK: Box = { x: 24, y: 118, width: 720, height: 822 };
const CHART_X = 812;
const CHART_WIDTH = SIZE.width - CHART_X - 28;
const WIND: Box = { x: CHART_X, y: 134, width: CHART_WIDTH, height: 256 };
const ANGLE: Box = { x: CHART_X, y: 436, width: CHART_WIDTH, height: 196 };
const SPEED: Box = { x: CHART_X, y: 678, width: CHART_WIDTH, height: 262 };
const FONT = "IBM Plex Sans, Leebow Sans, system-ui, sans-serif";

/** An analysis as an SVG: the track on the left; wind direction, wind angle and speed over time on the right. */
export function picture(analysis: Analysis, sog: Channel): string {
  const { report, columns } = analysis;
  const clock = clockOf(report.time_zone);
  const axis = timeAxis(timeParts(columns.time_ms), clock.time);
  return page(
    report.name,
    head(analysis),
    trackPanel(TRACK, analysis),
    legend(analysis),
    windChart(WIND, axis, analysis),
    report.wind ? maneuverMarks(WIND, axis, report) : "",
    angleChart(ANGLE, axis, analysis),
    maneuverMarks(ANGLE, axis, report),
    speedChart(SPEED, axis, analysis, sog),
  );
}

/** A picture of the size of all: a white page with a title that screen readers read. */
export function page(title: string, ...inside: string[]): string {
  const { width, height } = SIZE;
  return el(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, "font-family": FONT },
    el("title", {}, title.replace(/[&<>]/g, " ")),
    el("rect", { width, height, fill: SURFACE }),
    ...inside,
  );
}

/** The heading, with the first lines of the table of the command line. */
function head({ report }: Analysis): string {
  const lines = headLines(report).map((line) => line.trim());
  const name = label(24, 40, report.name.split(/[\\/]/).at(-1) ?? report.name, {
    "font-size": 24,
    "font-weight": 600,
    fill: INK,
  });
  const drawn = lines.slice(0, 4).map((text, i) => {
    const [x, y] = [i % 2 === 0 ? 24 : CHART_X, 68 + 22 * Math.floor(i / 2)];
    return label(x, y, text, { "font-size": 14, fill: INK_2 });
  });
  // Smoothed fixes (kind "jump") are not damage.
  const lost = report.damage.losses.some(({ kind }) => kind !== "jump");
  const [damage] = lost ? damageLines(report).filter(Boolean) : [];
  return (
    name +
    drawn.join("") +
    (damage ? label(CHART_X, 40, damage, { "font-size": 14, "font-weight": 600, fill: WARN }) : "")
  );
}

const SHOWN: SegmentKind[] = ["tack", "gybe", "bear_away", "douse"];

/** The legend of the colours, in as many rows as it needs. */
function legend({ report }: Analysis): string {
  const others = [...new Set(report.maneuvers.map(({ kind }) => kind))].filter((kind) => !SHOWN.includes(kind));
  const sides = [
    [STARBOARD, "starboard tack"],
    [PORT, "port tack"],
  ] as const;
  const keys = [
    ...sides.map(([colour, words]) => ({
      words,
      sign: (x: number, y: number) => el("path", { d: `M${x - 8} ${y}h16`, stroke: colour, "stroke-width": 3 }),
    })),
    ...[...SHOWN, ...others].map((kind) => ({
      words: SEGMENT_KINDS[kind].name.toLowerCase(),
      sign: (x: number, y: number) => mark(x, y, 7, SEGMENT_KINDS[kind].letter, KIND_COLORS[kind]),
    })),
  ];
  let [x, y] = [TRACK.x + 10, TRACK.y + TRACK.height + 22];
  return keys
    .map(({ words, sign }) => {
      const width = 34 + 6.4 * words.length;
      if (x + width > TRACK.x + TRACK.width) [x, y] = [TRACK.x + 10, y + 20];
      const drawn = sign(x, y) + label(x + 13, y + 4, words, { "font-size": 12, fill: INK_2 });
      x += width;
      return drawn;
    })
    .join("");
}
