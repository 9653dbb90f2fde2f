import { fixed } from "../format/numbers";
import { clockSeconds } from "../format/times";
import { onThemeChange, tokenColors } from "../look/theme";
import type { Boat } from "../playback/boat";
import type { Metric, Scale } from "../playback/metric";
import type { Playback } from "../playback/playback";
import { rowAt } from "../playback/rows";
import { drawAxes, hatchPattern, type TimeTick } from "./axes";
import { type Break, breaksOf, drawBreaks, drawManeuvers, drawStraights } from "./bands";
import { Brush } from "./brush";
import { drawCover } from "./cover";
import { deviceMarks, drawDeviceMarks } from "./device-marks";
import { type Line, type Plot, strokeLine, xOf, yOf } from "./line-layer";
import { Pyramid } from "./pyramid";
import { SectionLayer, type Sections } from "./section-layer";
import { svg } from "./svg";
import styles from "./time-chart.module.css";
import { type TimeRange, ZoomStack } from "./zoom-stack";

const CHART_ORDER = 4;
/** Half the width of the time label, px, which stays inside the chart. */
const LABEL_HALF_PX = 30;
/** Top of the hairline, px, as in the style sheet. */
const HAIR_TOP_PX = 22;
/** *guess* */
const MAX_NAMED_BOATS = 6;
const BOAT_COLOURS = [1, 2, 3, 4, 5, 6, 7, 8].map((boat) => `--boat-${boat}` as const);
const MARGIN = { left: 34, right: 8, top: 26, bottom: 22 };

export interface TimeChartEvents {
  onManeuver: (index: number) => void;
  /** Called after every zoom in or back. */
  onZoom: (depth: number, range: TimeRange) => void;
  /** Called while an end of the section of a new gold star is dragged. */
  onSectionEnd?: (end: keyof TimeRange, at_ms: number) => void;
  onStar?: (index: number) => void;
}

/** Chart of one metric over time: a line for each boat, the focused boat's straights and maneuvers, the playhead. */
export class TimeChart {
  private readonly root = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly svg = svg("svg", { "aria-hidden": "true" });
  private readonly layers = Object.fromEntries(
    ["breaks", "straights", "axes", "device", "maneuvers"].map((name) => [name, svg("g")]),
  ) as Record<"breaks" | "straights" | "axes" | "device" | "maneuvers", SVGElement>;
  private readonly coverLayer = svg("g");
  private cover: TimeRange | null = null;
  private readonly playhead = document.createElement("div");
  private readonly label = document.createElement("b");
  private readonly dot = document.createElement("u");
  private readonly hair = document.createElement("div");
  private readonly hairDot = document.createElement("u");
  private readonly values = document.createElement("div");
  private readonly zoom: ZoomStack;
  private readonly stops: (() => void)[] = [];
  private readonly pyramids = new Map<Float32Array, Pyramid>();
  private readonly breaks: Break[];
  private readonly brush = new Brush({
    onSelect: (a, b) => this.zoomTo({ from_ms: this.timeAt(a), to_ms: this.timeAt(b) }),
    onPress: (x) => this.playback.seek(this.timeAt(x)),
  });
  private readonly section = new SectionLayer(
    (client_x) => this.timeAt(client_x - this.root.getBoundingClientRect().left),
    {
      onEnd: (end, at_ms) => this.events.onSectionEnd?.(end, at_ms),
      onMark: (index) => this.events.onStar?.(index),
    },
  );
  private sections: Sections = { draft: null, marks: [] };
  private plot: Plot;
  private shown: { metric: Metric; scale: Scale } | null = null;
  private focus = 0;
  /** Index of the chosen maneuver; −1 for none. */
  chosen = -1;
  /** Indices of the maneuvers that are shown; null for all. */
  visible: ReadonlySet<number> | null = null;
  private said = "";
  /** Where the line of the present moment and its dot stand; each is written to the page when it changes. */
  private line: string | null = null;
  private spot: string | null = null;
  private aside = 0;
  private ticks: TimeTick[] = [];
  private size = { width: 0, height: 0 };
  /** Whether the next frame draws all of it. */
  private isStale = false;

  constructor(
    container: HTMLElement,
    private readonly playback: Playback,
    private readonly zone: string | null,
    private readonly events: TimeChartEvents,
  ) {
    this.zoom = new ZoomStack(playback.clock.whole);
    this.plot = { left: 0, top: 0, width: 1, height: 1, low: 0, high: 1, range: this.zoom.current };
    const first = playback.boats[0]!;
    this.breaks = playback.boats.length === 1 ? breaksOf(first.report, first.columns.time_ms, first.piece_starts) : [];
    this.build(container);
    // Read in a frame, the size would make the browser lay out the page within it.
    const watcher = new ResizeObserver(([entry]) => {
      this.size = entry!.contentRect;
      this.draw();
    });
    watcher.observe(this.root);
    this.stops.push(
      () => watcher.disconnect(),
      onThemeChange(() => this.draw()),
      playback.loop.subscribe(() => this.drawFrame(), CHART_ORDER),
    );
  }

  setMetric(metric: Metric, scale: Scale): void {
    this.shown = { metric, scale };
    this.draw();
  }

  /** Marks where there is video. */
  setCover(cover: TimeRange | null): void {
    this.cover = cover;
    this.draw();
  }

  setFocus(focus: number, chosen: number, visible: ReadonlySet<number> | null = null): void {
    this.focus = focus;
    this.chosen = chosen;
    this.visible = visible;
    this.draw();
  }

  get range(): TimeRange {
    return this.zoom.current;
  }

  get depth(): number {
    return this.zoom.depth;
  }

  /** Shows the section of a new gold star and the stored ones. */
  setSections(sections: Sections): void {
    this.sections = sections;
    if (this.shown && this.size.width > 0) this.section.draw(sections, this.plot);
  }

  /** Zooms into a range given in either order. */
  zoomTo({ from_ms, to_ms }: TimeRange): void {
    if (this.zoom.push(from_ms, to_ms)) this.zoomed();
  }

  back(): void {
    if (this.zoom.pop()) this.zoomed();
  }

  /** Takes back every zoom above this depth. */
  backTo(depth: number): void {
    const before = this.zoom.depth;
    while (this.zoom.depth > depth) this.zoom.pop();
    if (this.zoom.depth !== before) this.zoomed();
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    this.root.remove();
  }

  private build(container: HTMLElement): void {
    this.root.className = styles.chart!;
    this.playhead.className = styles.playhead!;
    this.hair.className = styles.hair!;
    this.values.className = styles.values!;
    this.hair.hidden = this.values.hidden = true;
    this.hair.append(this.hairDot);
    const { breaks, straights, axes, device, maneuvers } = this.layers;
    this.svg.append(
      hatchPattern(),
      breaks,
      straights,
      axes,
      device,
      this.brush.element,
      maneuvers,
      this.coverLayer,
      this.section.element,
    );
    this.playhead.append(document.createElement("i"), this.dot, this.label);
    this.root.append(this.svg, this.canvas, this.hair, this.playhead, this.values);
    this.root.setAttribute("aria-hidden", "true");
    container.append(this.root);
    this.root.addEventListener("pointermove", (event) => this.hover(event));
    this.root.addEventListener("pointerleave", () => (this.hair.hidden = this.values.hidden = true));
  }

  private zoomed(): void {
    this.events.onZoom(this.zoom.depth, this.zoom.current);
    this.draw();
  }

  /** The time at so many px from the chart's left edge. */
  private timeAt(x: number): number {
    const { left, width, range } = this.plot;
    return range.from_ms + Math.min(1, Math.max(0, (x - left) / width)) * (range.to_ms - range.from_ms);
  }

  /** Draws all of it in the next frame, however often it is called before. */
  private draw(): void {
    this.isStale = true;
    this.playback.loop.request();
  }

  private drawFrame(): void {
    if (this.isStale) this.drawAll();
    this.movePlayhead();
  }

  private drawAll(): void {
    const { width, height } = this.size;
    if (!this.shown || width === 0) return;
    this.isStale = false;
    this.line = null;
    const { scale } = this.shown;
    this.plot = {
      left: MARGIN.left,
      top: MARGIN.top,
      width: width - MARGIN.left - MARGIN.right,
      height: height - MARGIN.top - MARGIN.bottom,
      low: scale.edges[0],
      high: scale.edges[4],
      range: this.zoom.current,
    };
    const { report } = this.playback.boats[this.focus]!;
    drawBreaks(this.layers.breaks, this.breaks, this.plot);
    drawStraights(this.layers.straights, report.straights, this.plot);
    drawManeuvers(this.layers.maneuvers, report.maneuvers, this.plot, this, this.events);
    this.ticks = drawAxes(this.layers.axes, this.plot, this.shown.metric, scale, this.zone);
    drawDeviceMarks(this.layers.device, deviceMarks(report), this.plot);
    drawCover(this.coverLayer, this.cover, this.plot);
    this.brush.setArea({ left: this.plot.left, width: this.plot.width, height: height - MARGIN.bottom });
    this.section.draw(this.sections, this.plot);
    this.drawLines(width, height);
  }

  private drawLines(width: number, height: number): void {
    const ratio = devicePixelRatio;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const g = this.canvas.getContext("2d")!;
    g.scale(ratio, ratio);
    g.beginPath();
    g.rect(this.plot.left, this.plot.top - 2, this.plot.width, this.plot.height + 4);
    g.clip();
    g.lineJoin = "round";
    const colours = tokenColors(this.playback.boats.length === 1 ? ["--ink"] : BOAT_COLOURS);
    const order = this.playback.boats
      .map((_, i) => i)
      .sort((a, b) => Number(a === this.focus) - Number(b === this.focus));
    for (const i of order) {
      const line = this.lineOf(i);
      if (!line) continue;
      g.strokeStyle = colours[i % colours.length]!;
      g.lineWidth = i === this.focus ? 1.75 : 1;
      g.globalAlpha = i === this.focus ? 1 : 0.5;
      strokeLine(g, line, this.plot);
    }
  }

  private lineOf(index: number): Line | null {
    const { metric } = this.shown!;
    const { columns, piece_starts } = this.playback.boats[index]!;
    const values = columns.channels[metric.id];
    if (!values) return null;
    if (!this.pyramids.has(values)) this.pyramids.set(values, new Pyramid(values));
    return {
      time_ms: columns.time_ms,
      piece_starts,
      pyramid: this.pyramids.get(values)!,
      factor: metric.display_factor,
      circular: metric.circular,
    };
  }

  /** The boats whose values are written beside the hairline: of many boats the focused one only. */
  private namedBoats(): [Boat, number][] {
    const all = this.playback.boats.map((boat, i): [Boat, number] => [boat, i]);
    return all.length > MAX_NAMED_BOATS ? all.filter(([, i]) => i === this.focus) : all;
  }

  private valueAt(index: number, at_ms: number): number {
    const line = this.lineOf(index);
    const row = line ? rowAt(line.time_ms, at_ms) : -1;
    return row < 0 ? NaN : line!.pyramid.values[row]! * line!.factor;
  }

  private movePlayhead(): void {
    if (!this.shown) return;
    const at_ms = this.playback.time_ms;
    const { range } = this.plot;
    const isInside = at_ms >= range.from_ms && at_ms <= range.to_ms;
    const x = xOf(this.plot, at_ms);
    const line = isInside ? `translateX(${x.toFixed(2)}px)` : "";
    if (line !== this.line) {
      this.line = line;
      Object.assign(this.playhead.style, { visibility: isInside ? "visible" : "hidden", transform: line });
      this.hideTicksAt(isInside ? x : NaN);
    }
    if (!isInside) return;
    const aside = this.asideAt(x);
    if (aside !== this.aside) {
      this.aside = aside;
      this.label.style.left = `${aside}px`;
    }
    const value = this.valueAt(this.focus, at_ms);
    const spot = Number.isNaN(value) ? "" : `translateY(${yOf(this.plot, value).toFixed(1)}px)`;
    if (spot !== this.spot) {
      this.spot = spot;
      Object.assign(this.dot.style, { visibility: spot === "" ? "hidden" : "inherit", transform: spot });
    }
    const text = clockSeconds(at_ms, this.zone);
    if (text !== this.said) this.label.textContent = this.said = text;
  }

  /** How far the time label is moved from its playhead to stay inside the chart, px. */
  private asideAt(x: number): number {
    const { left, width } = this.plot;
    return Math.max(0, LABEL_HALF_PX - x) - Math.max(0, x + LABEL_HALF_PX - left - width - MARGIN.right);
  }

  /** Hides the times that the label of the playhead would cover in part; `x`: of the playhead, NaN without one. */
  private hideTicksAt(x: number): void {
    const middle = x + this.asideAt(x);
    for (const tick of this.ticks) {
      const isCovered = tick.right > middle - LABEL_HALF_PX && tick.left < middle + LABEL_HALF_PX;
      if (isCovered === tick.isHidden) continue;
      tick.isHidden = isCovered;
      tick.element.style.visibility = isCovered ? "hidden" : "visible";
    }
  }

  private hover(event: PointerEvent): void {
    if (!this.shown || event.pointerType === "touch") return;
    const at_ms = this.timeAt(event.clientX - this.root.getBoundingClientRect().left);
    const x = xOf(this.plot, at_ms);
    this.hair.hidden = this.values.hidden = false;
    this.hair.style.transform = `translateX(${x}px)`;
    const value = this.valueAt(this.focus, at_ms);
    this.hairDot.style.visibility = Number.isNaN(value) ? "hidden" : "visible";
    if (!Number.isNaN(value)) this.hairDot.style.transform = `translateY(${yOf(this.plot, value) - HAIR_TOP_PX}px)`;
    const { metric } = this.shown;
    const values = this.namedBoats().map(([boat, i]) =>
      `${boat.name} ${fixed(this.valueAt(i, at_ms), metric.decimals)}`.trim(),
    );
    this.values.textContent = `${clockSeconds(at_ms, this.zone)}  ${values.join("  ")} ${metric.display_unit}`;
    const flips = x > this.plot.left + this.plot.width / 2;
    this.values.style.transform = `translateX(${x + (flips ? -8 : 8)}px)${flips ? " translateX(-100%)" : ""}`;
  }
}
