import type { Map as LibreMap, MapMouseEvent } from "maplibre-gl";
import type { DialWind } from "../playback/rows";
import type { FreePart, Insets } from "./framing";
import type { MapTools, Overlays, ReplayMapEvents } from "./map-options";
import { type Camera, cameraAt } from "./plane";
import type { ViewControl } from "./view-control";

/** The map is turned when the wind has shifted by more than this, degrees. *guess* */
const WIND_STEP_DEG = 1;

/** The camera of the map: read after every movement, and moved with the time where the tools demand it. */
export class MapCamera {
  camera: Camera = cameraAt({ scale: 1, bearing_deg: 0 }, { x: 0, y: 0 }, { width: 1, height: 1 });
  private told = { scale: 0, bearing_deg: 0 };

  constructor(
    private readonly view: ViewControl,
    private readonly events: ReplayMapEvents,
    private readonly windAt: (at_ms: number) => DialWind | null,
  ) {}

  /** Reads the camera from the map and reports a change of scale or bearing. */
  read(): void {
    this.camera = this.view.camera();
    const { scale, bearing_deg } = this.camera;
    if (scale !== this.told.scale) this.events.onScale?.(scale);
    if (bearing_deg !== this.told.bearing_deg) this.events.onBearing?.(bearing_deg);
    this.told = { scale, bearing_deg };
  }

  /** Moves the map to a time at which the focus boat is at this point. */
  moveTo(time_ms: number, boat: { x: number; y: number }, { wind_up, follow }: MapTools, isPlaying: boolean): void {
    if (wind_up) this.turnIntoWind(time_ms, boat);
    if (follow) this.view.follow(boat);
    else this.view.watch(boat, this.camera, isPlaying);
  }

  private turnIntoWind(time_ms: number, boat: { x: number; y: number }): void {
    const wind = this.windAt(time_ms);
    if (!wind) return;
    const shift = Math.abs(((wind.twd_deg - this.view.bearing_deg + 540) % 360) - 180);
    if (shift > WIND_STEP_DEG) this.view.turn(wind.twd_deg, boat);
  }
}

/** What lies at a point of the map, px. */
interface HitTest {
  /** Index of the boat; −1 for none. */
  boatAt: (x: number, y: number) => number;
  /** Index of the maneuver or star; null for none. */
  maneuverAt: (x: number, y: number) => number | null;
  starAt: (x: number, y: number) => number | null;
}

interface PointerEvents {
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

/**
 * The free part of the map. It is measured when something has changed: measuring it in a frame would make the browser
 * lay out the page within that frame.
 */
export class FreeArea {
  /** Height of the hidden part at the bottom; labels are placed above it. */
  covered_px = 0;
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private measured: FreePart | null = null;
  private readonly stop: () => void;

  constructor(
    private readonly container: HTMLElement,
    private readonly overlays: Overlays,
    /** Called when what lies over the map has changed. */
    onChange: () => void,
  ) {
    this.stop = overlays.watch(() => {
      this.invalidate();
      onChange();
    });
  }

  /** The size of the map or of what lies over it has changed. */
  invalidate(): void {
    this.measured = null;
  }

  setInsets(insets: Insets, covered_px: number): void {
    this.insets = insets;
    this.covered_px = covered_px;
    this.invalidate();
  }

  part(): FreePart {
    if (this.measured) return this.measured;
    const { clientWidth: width, clientHeight: height } = this.container;
    this.measured = { width, height, insets: this.insets, overlays: this.overlays.rects() };
    return this.measured;
  }

  destroy(): void {
    this.stop();
  }
}
