import type { Map as LibreMap, MapMouseEvent } from "maplibre-gl";

/** What lies at a point of the map, px. */
export interface HitTest {
  /** Index of the boat; −1 for none. */
  boatAt: (x: number, y: number) => number;
  /** Index of the maneuver or star; null for none. */
  maneuverAt: (x: number, y: number) => number | null;
  starAt: (x: number, y: number) => number | null;
}

export interface PointerEvents {
  /** A boat other than the focus boat. */
  onBoat?: (index: number) => void;
  onManeuver?: (index: number) => void;
  onStar?: (index: number) => void;
  /** The boat under the pointer has changed. */
  onHover: () => void;
}

/** The pointer on the map: what it presses, and the boat below it. */
export class MapPointer {
  /** Index of the boat under the pointer; −1 for none. */
  hovered = -1;

  constructor(
    private readonly map: LibreMap,
    private readonly hits: HitTest,
    private readonly events: PointerEvents,
    private readonly focus: () => number,
  ) {
    map.on("click", ({ point }: MapMouseEvent) => this.press(point.x, point.y));
    map.on("mousemove", ({ point }: MapMouseEvent) => this.hover(point.x, point.y));
    map.on("mouseout", () => this.pointAt(-1, ""));
  }

  private press(x: number, y: number): void {
    const { hits, events } = this;
    const boat = hits.boatAt(x, y);
    if (boat >= 0 && boat !== this.focus()) {
      events.onBoat?.(boat);
      return;
    }
    const maneuver = hits.maneuverAt(x, y);
    const star = maneuver === null ? hits.starAt(x, y) : null;
    if (maneuver !== null) events.onManeuver?.(maneuver);
    else if (star !== null) events.onStar?.(star);
  }

  private hover(x: number, y: number): void {
    const boat = this.hits.boatAt(x, y);
    const isPressable = boat >= 0 || this.hits.maneuverAt(x, y) !== null;
    this.pointAt(boat, isPressable ? "pointer" : "");
  }

  private pointAt(boat: number, cursor: "pointer" | ""): void {
    const { style } = this.map.getCanvas();
    if (style.cursor !== cursor) style.cursor = cursor;
    if (boat === this.hovered) return;
    this.hovered = boat;
    this.events.onHover();
  }
}
