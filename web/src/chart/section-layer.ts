import { type Plot, xOf } from "./line-layer";
import { svg } from "./svg";
import type { TimeRange } from "./zoom-stack";

export interface SectionEvents {
  /** Called while an end of the section is dragged. */
  onEnd: (end: keyof TimeRange, at_ms: number) => void;
  onMark: (index: number) => void;
}

/** The section of a new gold star, and the starts of the stored ones. */
export interface Sections {
  draft: TimeRange | null;
  /** Starts of the stored stars, ms. */
  marks: readonly number[];
}

/** Five-pointed star of radius 9 about the origin. */
export const STAR_PATH = "M0-9L2.7-3 9-2.4 4.3 2 5.6 8.3 0 5.1-5.6 8.3-4.3 2-9-2.4-2.7-3Z";

const HANDLE = { width: 10, height: 26 };
/** Width of the area of a handle that takes the pointer, px. */
const TOUCH_PX = 28;
const MARK_UP_PX = 10;

/** A yellow window with a handle at each end, and a star at the foot of each stored section. */
export class SectionLayer {
  readonly element = svg("g");
  private dragged: keyof TimeRange | null = null;

  constructor(
    private readonly timeAt: (client_x: number) => number,
    private readonly events: SectionEvents,
  ) {
    this.element.addEventListener("pointermove", (event) => {
      if (this.dragged) this.events.onEnd(this.dragged, this.timeAt(event.clientX));
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      this.element.addEventListener(end, () => (this.dragged = null));
  }

  draw({ draft, marks }: Sections, plot: Plot): void {
    const { from_ms, to_ms } = plot.range;
    this.element.replaceChildren();
    for (const [index, at_ms] of marks.entries())
      if (at_ms >= from_ms && at_ms <= to_ms) this.element.append(this.mark(index, xOf(plot, at_ms), plot));
    if (!draft || draft.to_ms <= from_ms || draft.from_ms >= to_ms) return;
    const a = xOf(plot, Math.max(from_ms, draft.from_ms));
    const b = xOf(plot, Math.min(to_ms, draft.to_ms));
    this.element.append(
      svg("rect", {
        x: a,
        y: plot.top,
        width: Math.max(1, b - a),
        height: plot.height,
        fill: "var(--accent)",
        "fill-opacity": 0.24,
        "pointer-events": "none",
      }),
    );
    if (draft.from_ms >= from_ms) this.element.append(this.handle("from_ms", a, plot));
    if (draft.to_ms <= to_ms) this.element.append(this.handle("to_ms", b, plot));
  }

  private handle(end: keyof TimeRange, x: number, plot: Plot): SVGElement {
    const handle = svg("g", { transform: `translate(${x} 0)`, style: "cursor:ew-resize;touch-action:none" });
    handle.dataset.end = end;
    const middle = plot.top + plot.height / 2;
    handle.append(
      svg("rect", { x: -TOUCH_PX / 2, y: plot.top - 6, width: TOUCH_PX, height: plot.height + 6, fill: "transparent" }),
      svg("path", {
        d: `M0 ${plot.top - 6}V${plot.top + plot.height}`,
        stroke: "var(--accent-edge)",
        "stroke-width": 2,
      }),
      svg("rect", {
        x: -HANDLE.width / 2,
        y: middle - HANDLE.height / 2,
        ...HANDLE,
        rx: 3,
        fill: "var(--accent)",
        stroke: "var(--on-accent)",
        "stroke-width": 1.25,
      }),
    );
    handle.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      event.preventDefault();
      this.dragged = end;
      // The layer outlives the handle, which is drawn again while it moves.
      this.element.setPointerCapture(event.pointerId);
    });
    return handle;
  }

  private mark(index: number, x: number, plot: Plot): SVGElement {
    const mark = svg("g", {
      transform: `translate(${x} ${plot.top + plot.height - MARK_UP_PX})`,
      style: "cursor:pointer",
    });
    mark.append(
      svg("circle", { r: 12, fill: "transparent" }),
      svg("path", {
        d: STAR_PATH,
        transform: "scale(.85)",
        fill: "var(--accent)",
        stroke: "var(--on-accent)",
        "stroke-width": 1.4,
        "stroke-linejoin": "round",
      }),
    );
    mark.addEventListener("pointerdown", (event) => event.stopPropagation());
    mark.addEventListener("click", () => this.events.onMark(index));
    return mark;
  }
}
