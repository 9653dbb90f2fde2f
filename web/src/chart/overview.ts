import type { Straight } from "@leebow/core";
import { clockSeconds } from "../format/times";
import type { Playback } from "../playback/playback";
import { svg } from "./svg";
import styles from "./time-chart.module.css";
import type { TimeRange } from "./zoom-stack";

const OVERVIEW_ORDER = 5;
/** Width of the strip in its own units; its height is 20. */
const WIDTH = 1000;

/** Overview of the session: starboard up, port down; a slider for the time, by pointer and keyboard. */
export class Overview {
  private readonly root = document.createElement("div");
  private readonly input = document.createElement("input");
  private readonly head = document.createElement("i");
  private readonly window = svg("rect", { class: styles.window!, y: 0.5, height: 19, visibility: "hidden" });
  private readonly cover = svg("rect", { y: 18, height: 2, fill: "var(--ink-2)", visibility: "hidden" });
  private readonly stops: (() => void)[];
  private said = "";
  private moved = "";
  private width_px = 0;

  constructor(
    container: HTMLElement,
    private readonly playback: Playback,
    straights: Straight[],
    private readonly zone: string | null,
  ) {
    const { from_ms, to_ms } = playback.clock.whole;
    this.root.className = styles.strip!;
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} 20`, preserveAspectRatio: "none", "aria-hidden": "true" });
    picture.append(...straights.map((straight) => this.bar(straight)), this.cover, this.window);
    Object.assign(this.input, {
      type: "range",
      min: "0",
      max: String(Math.max(1, Math.round((to_ms - from_ms) / 1000))),
      step: "1",
    });
    this.input.setAttribute("aria-label", "Time in the session");
    this.input.addEventListener("input", () => playback.seek(from_ms + Number(this.input.value) * 1000));
    this.root.append(picture, this.head, this.input);
    container.append(this.root);
    // Read in a frame, the width would make the browser lay out the page within it.
    const watcher = new ResizeObserver(([entry]) => {
      this.width_px = entry!.contentRect.width;
      playback.loop.request();
    });
    watcher.observe(this.root);
    this.stops = [() => watcher.disconnect(), playback.loop.subscribe(() => this.move(), OVERVIEW_ORDER)];
  }

  /** Marks where there is video. */
  setCover(cover: TimeRange | null): void {
    this.cover.setAttribute("visibility", cover ? "visible" : "hidden");
    if (!cover) return;
    const [from, to] = [cover.from_ms, cover.to_ms].map((at_ms) => Math.min(WIDTH, Math.max(0, this.at(at_ms))));
    this.cover.setAttribute("x", String(from));
    this.cover.setAttribute("width", String(to! - from!));
  }

  /** Marks the range of the chart; no mark when it is the whole session. */
  setWindow(range: TimeRange): void {
    const { from_ms, to_ms } = this.playback.clock.whole;
    const isWhole = range.from_ms <= from_ms && range.to_ms >= to_ms;
    this.window.setAttribute("visibility", isWhole ? "hidden" : "visible");
    this.window.setAttribute("x", String(this.at(range.from_ms)));
    this.window.setAttribute("width", String(Math.max(4, this.at(range.to_ms) - this.at(range.from_ms))));
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    this.root.remove();
  }

  private at(time_ms: number): number {
    const { from_ms, to_ms } = this.playback.clock.whole;
    return ((time_ms - from_ms) / (to_ms - from_ms)) * WIDTH;
  }

  private bar({ side, start_time, end_time }: Straight): SVGElement {
    const x = this.at(Date.parse(start_time));
    return svg("rect", {
      x,
      width: Math.max(1, this.at(Date.parse(end_time)) - x),
      y: side === null ? 6 : side === "port" ? 10 : 2,
      height: 8,
      fill: `var(--${side ?? "line-strong"})`,
      "fill-opacity": 0.55,
    });
  }

  private move(): void {
    const { time_ms, clock } = this.playback;
    const part = this.at(time_ms) / WIDTH;
    const place = `translateX(${(part * this.width_px).toFixed(2)}px)`;
    if (place !== this.moved) this.head.style.transform = this.moved = place;
    // The slider's seconds begin at the start of the session, those of the clock with the second: either may change.
    const value = String(Math.round((time_ms - clock.whole.from_ms) / 1000));
    if (value !== this.input.value) this.input.value = value;
    const text = clockSeconds(time_ms, this.zone);
    if (text === this.said) return;
    this.said = text;
    this.input.setAttribute("aria-valuetext", text);
  }
}
