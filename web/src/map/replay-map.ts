import type { MapMouseEvent } from "maplibre-gl";
import { onThemeChange } from "../look/theme";
import { nowhere, placeAt } from "../playback/boat";
import type { Playback } from "../playback/playback";
import { rowsBetween } from "../playback/rows";
import { BoatLayer } from "./boat-layer";
import { ChartLayer, type ChartLook, type PathLook } from "./chart-layer";
import { type Palette, readPalette } from "./palette";
import { type Box, boxOf, type Camera, Plane } from "./plane";
import { SeaChart } from "./sea-chart";
import { starAt } from "./star-marks";

/** Margins in which the camera keeps no boats, px. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface ReplayMapEvents {
  onNote?: (note: string | null) => void;
  onManeuver?: (index: number) => void;
  onBoat?: (index: number) => void;
  /** A gold star was pressed. */
  onStar?: (index: number) => void;
  /** Called with the scale in px per m when it changes. */
  onScale?: (px_per_metre: number) => void;
}

const MAP_ORDER = 3;
const CLOSEST_FIT_ZOOM = 17;
/** A boat nearer than this to the edge counts as outside, px. *guess* */
const EDGE_PX = 24;
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The map of a replay: sea chart, paths, boats. `destroy` removes everything from its container. */
export class ReplayMap {
  private readonly sea: SeaChart;
  private readonly chart: ChartLayer;
  private readonly boats: BoatLayer;
  private readonly plane: Plane;
  private readonly box;
  private readonly stops: (() => void)[] = [];
  private palette: Palette = readPalette();
  private readonly font: string;
  private camera: Camera = { scale: 1, left: 0, top: 0, width: 1, height: 1 };
  private insets = NO_INSETS;
  private covered_px = 0;
  private look: ChartLook = {
    fullTail: true,
    path: null,
    focus: 0,
    hidden: new Set(),
    glowing: [],
    isPale: false,
    stars: [],
    chosen: -1,
    showManeuvers: true,
    shown: null,
    letters: null,
  };
  private hovered = -1;
  private isLive = false;
  private isGone = false;
  /** The user moved the camera: it no longer follows the boat. */
  private isMoved = false;
  private drawn_scale = 0;

  constructor(
    private readonly container: HTMLElement,
    private readonly playback: Playback,
    private readonly events: ReplayMapEvents,
    private readonly style_url: string | null = null,
  ) {
    const tracks = playback.boats.map((boat) => boat.columns);
    this.box = boxOf(tracks);
    this.font = getComputedStyle(container).fontFamily;
    this.plane = new Plane(
      this.box
        ? { lon: (this.box.west + this.box.east) / 2, lat: (this.box.south + this.box.north) / 2 }
        : { lon: 0, lat: 0 },
    );
    const placed = playback.boats.map((boat) => ({
      boat,
      path: this.plane.path(boat.columns.lon_deg, boat.columns.lat_deg),
    }));
    this.sea = new SeaChart({
      container,
      palette: this.palette,
      box: this.box,
      tracks,
      style_url,
      onNote: (note) => events.onNote?.(note),
    });
    this.chart = new ChartLayer(placed, this.plane);
    this.boats = new BoatLayer(placed, this.plane);
  }

  /** Creates the layers; rejects when the browser has no WebGL. */
  async start(): Promise<void> {
    await this.boats.start();
    if (this.isGone) return this.boats.destroy();
    this.boats.recolour(this.palette, this.font);
    this.isLive = true;
    const controls = this.container.querySelector(".maplibregl-control-container");
    for (const canvas of [this.chart.canvas, this.boats.canvas]) {
      Object.assign(canvas.style, {
        position: "absolute",
        inset: "0",
        width: "100%",
        height: "100%",
        pointerEvents: "none",
      });
      this.container.insertBefore(canvas, controls);
    }
    this.stops.push(this.playback.loop.subscribe(() => this.drawBoats(), MAP_ORDER));
    this.stops.push(onThemeChange(() => this.recolour()));
    this.sea.map.on("move", () => this.drawAll());
    this.sea.map.on("resize", () => this.drawAll());
    for (const moved of ["dragstart", "zoomstart"] as const) {
      this.sea.map.on(
        moved,
        (event: { originalEvent?: unknown }) => (this.isMoved ||= event.originalEvent !== undefined),
      );
    }
    this.sea.map.on("click", ({ point }: MapMouseEvent) => this.press(point.x, point.y));
    this.sea.map.on("mousemove", ({ point }: MapMouseEvent) => this.hover(point.x, point.y));
    this.colourTails();
    this.fit(false);
    this.drawAll();
  }

  set(change: Partial<ChartLook>): void {
    const before = this.look;
    this.look = { ...before, ...change };
    if (!this.isLive) return;
    if (this.look.path !== before.path || this.look.focus !== before.focus) this.colourTails();
    this.drawAll();
  }

  /** `covered_px`: height of the hidden part at the bottom; labels are placed above it. */
  setInsets(insets: Insets, covered_px: number, animated: boolean): void {
    this.insets = insets;
    this.covered_px = covered_px;
    if (!this.isLive) return;
    this.sea.map.resize();
    if (!this.isMoved) this.fit(animated);
    this.drawAll();
  }

  /** Fits the session into the visible part. */
  fit(animated = true): void {
    if (!this.box) return;
    this.isMoved = false;
    this.fitBox(this.box, animated);
  }

  private fitBox({ west, south, east, north }: Box, animated: boolean): void {
    const room = 48;
    const padding = {
      top: this.insets.top + room,
      right: this.insets.right + room,
      bottom: this.insets.bottom + room,
      left: this.insets.left + room,
    };
    this.sea.map.fitBounds(
      [
        [west, south],
        [east, north],
      ],
      { padding, maxZoom: CLOSEST_FIT_ZOOM, animate: animated && !prefersStill(), duration: 280 },
    );
  }

  /** Fits the focused boat's path between two times into the visible part. */
  fitBetween(from_ms: number, to_ms: number): void {
    const { columns } = this.playback.boats[this.look.focus]!;
    const { start, end } = rowsBetween(columns.time_ms, from_ms, to_ms);
    const box = boxOf([
      { lon_deg: columns.lon_deg.subarray(start, end), lat_deg: columns.lat_deg.subarray(start, end) },
    ]);
    if (!box) return;
    this.isMoved = true;
    this.fitBox(box, true);
  }

  zoom(by: 1 | -1): void {
    this.isMoved = true;
    this.sea.map.zoomTo(this.sea.map.getZoom() + by, { animate: !prefersStill(), duration: 180 });
  }

  /** Moves the camera so that the focused boat is in the visible part. */
  revealAt(at_ms: number): void {
    const { lon_deg, lat_deg } = placeAt(this.playback.boats[this.look.focus]!, at_ms, nowhere());
    const { x, y } = this.sea.map.project([lon_deg, lat_deg]);
    const { insets, camera } = this;
    const isFree =
      x > insets.left + EDGE_PX &&
      y > insets.top + EDGE_PX &&
      x < camera.width - insets.right - EDGE_PX &&
      y < camera.height - insets.bottom - EDGE_PX;
    if (!isFree)
      this.sea.map.easeTo({ center: [lon_deg, lat_deg], padding: insets, duration: 280, animate: !prefersStill() });
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    if (this.isLive) this.boats.destroy();
    this.chart.canvas.remove();
    this.boats.canvas.remove();
    this.isLive = false;
    this.isGone = true;
    this.sea.remove();
  }

  private press(x: number, y: number): void {
    const boat = this.boats.boatAt(x, y);
    if (boat >= 0 && boat !== this.look.focus) {
      this.events.onBoat?.(boat);
      return;
    }
    const maneuver = this.chart.maneuverAt(x, y);
    if (maneuver !== null) this.events.onManeuver?.(maneuver);
    else this.pressStar(x, y);
  }

  private pressStar(x: number, y: number): void {
    const star = starAt(this.playback.boats[this.look.focus]!, this.plane, this.camera, this.look.stars, x, y);
    if (star !== null) this.events.onStar?.(star);
  }

  private hover(x: number, y: number): void {
    const boat = this.boats.boatAt(x, y);
    const isPressable = boat >= 0 || this.chart.maneuverAt(x, y) !== null;
    this.sea.map.getCanvas().style.cursor = isPressable ? "pointer" : "";
    if (boat === this.hovered) return;
    this.hovered = boat;
    this.playback.loop.request();
  }

  private recolour(): void {
    this.palette = readPalette();
    this.sea.recolour(this.palette);
    this.boats.recolour(this.palette, this.font);
    this.colourTails();
    this.drawAll();
  }

  private colourTails(): void {
    const { palette, look } = this;
    const alone = this.playback.boats.length === 1;
    this.playback.boats.forEach((_, i) => {
      const path = i === look.focus ? look.path : null;
      const own = alone ? palette.ink : palette.boats[i % 8]!;
      const colours = path?.colours(palette) ?? [];
      this.boats.colourTail(i, path?.rows ?? null, [...[0, 1, 2, 3].map((k) => colours[k] ?? own), palette.none]);
    });
  }

  private readCamera(): void {
    const { map } = this.sea;
    const { x, y } = map.project([this.plane.origin.lon, this.plane.origin.lat]);
    const scale = (512 * 2 ** map.getZoom()) / this.plane.metres_per_world;
    this.camera = { scale, left: x, top: y, width: this.container.clientWidth, height: this.container.clientHeight };
    if (scale === this.drawn_scale) return;
    this.drawn_scale = scale;
    this.events.onScale?.(scale);
  }

  /** Redraws after a change of camera or colours. */
  private drawAll(): void {
    if (!this.isLive) return;
    this.readCamera();
    this.chart.draw(this.camera, this.look, this.palette, this.font, this.covered_px, this.style_url === null);
    this.drawBoats();
  }

  private drawBoats(): void {
    if (this.isLive)
      this.boats.draw(this.camera, this.playback.time_ms, {
        focus: this.look.focus,
        hidden: this.look.hidden,
        hovered: this.hovered,
      });
  }
}

function prefersStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export { startWorkers } from "./sea-chart";
export type { ChartLook, PathLook };
