import { type FileAnalysis, type Maneuver, markLetter, SEGMENT_KINDS, type Straight } from "@leebow/core";
import { type Plot, xOf } from "./line-layer";
import { svg } from "./svg";

const BAND_TOP = 4;
const BAND_HEIGHT = 14;
const MARK_RADIUS = 7;
/** Circles nearer than this overlap, px. */
const MIN_MARK_DISTANCE_PX = 11;
/** Smallest width of a band with a letter, px. *guess* */
const MIN_LETTER_WIDTH_PX = 14;

export interface BandEvents {
  onManeuver: (index: number) => void;
}

/** Straights by tack: a tinted background of the plot and a band above it with P (line below) or S (line above). */
export function drawStraights(into: SVGElement, straights: Straight[], plot: Plot): void {
  into.replaceChildren();
  for (const straight of straights) {
    const span = clip(plot, Date.parse(straight.start_time), Date.parse(straight.end_time));
    if (span === null) continue;
    const [x, width] = span;
    if (straight.side === null) {
      // The tack is not known without a wind.
      into.append(
        svg("rect", { x, y: plot.top, width, height: plot.height, fill: "var(--ink-3)", "fill-opacity": 0.07 }),
      );
      into.append(svg("rect", { x, y: BAND_TOP, width, height: BAND_HEIGHT, rx: 2, fill: "var(--sunken)" }));
      continue;
    }
    const colour = `var(--${straight.side})`;
    into.append(svg("rect", { x, y: plot.top, width, height: plot.height, fill: colour, "fill-opacity": 0.07 }));
    into.append(
      svg("rect", {
        x,
        y: BAND_TOP,
        width,
        height: BAND_HEIGHT,
        rx: Math.min(2, width / 2),
        fill: `var(--${straight.side}-soft)`,
      }),
    );
    const y = straight.side === "port" ? BAND_TOP + BAND_HEIGHT - 0.5 : BAND_TOP + 0.5;
    into.append(svg("path", { d: `M${x} ${y}H${x + width}`, stroke: colour, "stroke-width": 1.5 }));
    if (width >= MIN_LETTER_WIDTH_PX) into.append(letter(x + width / 2, straight.side === "port" ? "P" : "S", colour));
  }
}

/** Maneuvers: lettered circles on the band with a dotted drop line; the chosen one is yellow, those not counted dashed. */
export function drawManeuvers(
  into: SVGElement,
  maneuvers: Maneuver[],
  plot: Plot,
  { chosen, visible }: { chosen: number; visible: ReadonlySet<number> | null },
  { onManeuver }: BandEvents,
): void {
  into.replaceChildren();
  const shown = maneuvers
    .map((maneuver, index) => ({ maneuver, index, at_ms: Date.parse(maneuver.time) }))
    .filter(({ index }) => index === chosen || (visible?.has(index) ?? true))
    .filter(({ at_ms }) => at_ms >= plot.range.from_ms && at_ms <= plot.range.to_ms)
    .map((one) => ({ ...one, x: xOf(plot, one.at_ms), isChosen: one.index === chosen }));
  for (const { maneuver, index, x, isChosen } of spread(shown, into)) {
    const mark = svg("g", { transform: `translate(${x} ${BAND_TOP + BAND_HEIGHT / 2})`, style: "cursor:pointer" });
    mark.append(
      svg("path", {
        d: `M0 ${MARK_RADIUS}V${plot.top + plot.height - BAND_TOP - BAND_HEIGHT / 2}`,
        stroke: "var(--ink-3)",
        "stroke-dasharray": "1.5 3",
      }),
      svg("circle", {
        r: MARK_RADIUS,
        fill: isChosen ? "var(--accent)" : "var(--surface)",
        stroke: isChosen ? "var(--on-accent)" : "var(--ink-2)",
        "stroke-width": 1.25,
        "stroke-dasharray": maneuver.counted ? "none" : "3 2.3",
      }),
      letter(0, markLetter(maneuver.kind), isChosen ? "var(--on-accent)" : "var(--ink)", 3.6),
    );
    const title = svg("title");
    title.textContent = `${SEGMENT_KINDS[maneuver.kind].name}${maneuver.counted ? "" : ", not counted"}`;
    mark.append(title);
    mark.addEventListener("pointerdown", (event) => event.stopPropagation());
    mark.addEventListener("click", (event) => {
      event.stopPropagation();
      onManeuver(index);
    });
    into.append(mark);
  }
}

/** Marks too near to their neighbour are ticks until the chart is zoomed in. The chosen one always has a circle. */
function spread<Mark extends { x: number; isChosen: boolean }>(marks: Mark[], into: SVGElement): Mark[] {
  const chosen_x = marks.find(({ isChosen }) => isChosen)?.x ?? -Infinity;
  let last_x = -Infinity;
  return marks.filter(({ x, isChosen }) => {
    const isFree = isChosen || (x - last_x >= MIN_MARK_DISTANCE_PX && Math.abs(x - chosen_x) >= MIN_MARK_DISTANCE_PX);
    if (isFree) last_x = x;
    else into.append(svg("path", { d: `M${x} ${BAND_TOP + 2}v${BAND_HEIGHT - 4}`, stroke: "var(--ink-3)" }));
    return isFree;
  });
}

/** Losses of the file are hatched, gaps are grey. */
export function drawBreaks(into: SVGElement, breaks: Break[], plot: Plot): void {
  into.replaceChildren();
  for (const { from_ms, to_ms, kind, label } of breaks) {
    const span = clip(plot, from_ms, Math.max(to_ms, from_ms + 1));
    if (span === null) continue;
    const [x, width] = [span[0], Math.max(kind === "lost" ? 4 : 1, span[1])];
    into.append(
      svg("rect", {
        x,
        y: plot.top,
        width,
        height: plot.height,
        fill: kind === "lost" ? "url(#chart-hatch)" : "var(--sunken)",
      }),
    );
    if (kind === "lost")
      into.append(
        svg("path", { d: `M${x} ${plot.top}V${plot.top + plot.height}`, stroke: "var(--warn)", "stroke-width": 1.5 }),
      );
    if (label && width > label.length * 6) {
      const text = svg("text", {
        x: x + width / 2,
        y: plot.top + plot.height / 2,
        "text-anchor": "middle",
        "font-size": 11,
        fill: "var(--ink-3)",
        style: "font-stretch:87%",
      });
      text.textContent = label;
      into.append(text);
    }
  }
}

/** A gap without fixes, or a loss of the file. */
export interface Break {
  from_ms: number;
  to_ms: number;
  kind: "pause" | "lost";
  label: string;
}

/** Gaps of the track ("pause") and losses of the file ("lost"). */
export function breaksOf(report: FileAnalysis, time_ms: Float64Array, piece_starts: Uint32Array): Break[] {
  const paused = report.events.filter(({ kind }) => kind === "pause").map(({ time }) => Date.parse(time));
  const gap = (from_ms: number, to_ms: number): Break => {
    // A device stops its timer near its last fix.
    const isPaused = paused.some((at) => at >= from_ms - 2000 && at <= to_ms);
    return { from_ms, to_ms, kind: "pause", label: isPaused ? "paused" : "no fixes" };
  };
  const pauses = [...piece_starts].slice(1).map((row) => gap(time_ms[row - 1]!, time_ms[row]!));
  const lost = report.damage.losses
    .filter(({ time_ms, kind }) => time_ms !== null && kind !== "jump")
    .map((loss): Break => ({ from_ms: loss.time_ms!, to_ms: loss.time_ms!, kind: "lost", label: "" }));
  return [...pauses, ...lost];
}

function clip(plot: Plot, from_ms: number, to_ms: number): [number, number] | null {
  const from = xOf(plot, Math.max(from_ms, plot.range.from_ms));
  const to = xOf(plot, Math.min(to_ms, plot.range.to_ms));
  return to > from ? [from, to - from] : null;
}

function letter(x: number, text: string, fill: string, y = BAND_TOP + 10.5): SVGElement {
  const element = svg("text", {
    x,
    y,
    "text-anchor": "middle",
    "font-size": 10,
    "font-weight": 600,
    fill,
    "pointer-events": "none",
  });
  element.textContent = text;
  return element;
}
