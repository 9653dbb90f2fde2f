import { svg } from "./svg";

/** A pointer movement shorter than this is a click, px. *guess* */
const MIN_DRAG_PX = 4;

export interface BrushArea {
  left: number;
  width: number;
  height: number;
}

export interface BrushEvents {
  /** Called with the dragged range, px from the left edge of the chart. */
  onSelect: (a: number, b: number) => void;
  onPress: (x: number) => void;
}

/**
 * Selects a range of a chart by dragging. d3's brush has handles, moving and animation beside; with d3-transition, which
 * it imports, it would take a twentieth of the budget of the map route.
 */
export class Brush {
  readonly element = svg("g");
  private readonly ground = svg("rect", { fill: "none", "pointer-events": "all", style: "cursor:crosshair" });
  private readonly selection = svg("rect", {
    fill: "var(--ink)",
    "fill-opacity": 0.1,
    stroke: "var(--ink-2)",
    visibility: "hidden",
    "pointer-events": "none",
  });
  private area: BrushArea = { left: 0, width: 1, height: 1 };
  private began_x: number | null = null;

  constructor(private readonly events: BrushEvents) {
    this.element.append(this.ground, this.selection);
    this.ground.addEventListener("pointerdown", (event) => this.begin(event));
    this.ground.addEventListener("pointermove", (event) => this.drag(event));
    this.ground.addEventListener("pointerup", (event) => this.end(event));
    this.ground.addEventListener("pointercancel", () => this.leave());
  }

  setArea(area: BrushArea): void {
    this.area = area;
    for (const rect of [this.ground, this.selection]) rect.setAttribute("height", String(area.height));
    this.ground.setAttribute("x", String(area.left));
    this.ground.setAttribute("width", String(area.width));
  }

  private begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.ground.setPointerCapture(event.pointerId);
    this.began_x = this.xOf(event);
  }

  private drag(event: PointerEvent): void {
    if (this.began_x === null) return;
    const x = this.xOf(event);
    this.selection.setAttribute("x", String(Math.min(this.began_x, x)));
    this.selection.setAttribute("width", String(Math.abs(x - this.began_x)));
    this.selection.setAttribute("visibility", Math.abs(x - this.began_x) >= MIN_DRAG_PX ? "visible" : "hidden");
  }

  private end(event: PointerEvent): void {
    if (this.began_x === null) return;
    const [began, x] = [this.began_x, this.xOf(event)];
    this.leave();
    if (Math.abs(x - began) < MIN_DRAG_PX) this.events.onPress(x);
    else this.events.onSelect(began, x);
  }

  private leave(): void {
    this.began_x = null;
    this.selection.setAttribute("visibility", "hidden");
  }

  private xOf(event: PointerEvent): number {
    const { left, width } = this.area;
    const x = event.clientX - this.ground.ownerSVGElement!.getBoundingClientRect().left;
    return Math.min(left + width, Math.max(left, x));
  }
}
