import type { MapMouseEvent } from "maplibre-gl";
import { onThemeChange } from "../look/theme";
import { nowhere, placeAt } from "../playback/boat";
import type { Playback } from "../playback/playback";
import { rowsBetween } from "../playback/rows";
import { BoatLayer } from "./boat-layer";
import { ChartLayer, type ChartLook, type PathLook } from "./chart-layer";
import type { FreePart, Insets, Rect } from "./framing";
import { GraticuleLayer } from "./graticule";
import type { LadderLayer } from "./ladder-layer";
import { type Palette, readPalette } from "./palette";
import { boxOf, type Camera, cameraAt, Plane } from "./plane";
import { SeaChart } from "./sea-chart";
import { starAt } from "./star-marks";
import { type MapView, ViewControl } from "./view-control";
import type { DialWind } from "./wind-dial";

export interface ReplayMapEvents {
  onNote?: (note: string | null) => void;
  onManeuver?: (index: number) => void;
  onBoat?: (index: number) => void;
  /** A gold star was pressed. */
  onStar?: (index: number) => void;
  /** Called with the scale in px per m when it changes. */
  onScale?: (px_per_metre: number) => void;
  /** Called with the direction that is up when it changes. */
  onBearing?: (bearing_deg: number) => void;
  /** The user has dragged the map away from the boat that is followed. */
  onFollowEnd?: () => void;
}

export interface ReplayMapOptions extends ReplayMapEvents {
  container: HTMLElement;
  playback: Playback;
  /** Address of an online style; null for the built-in chart. */
  style_url: string | null;
  /** The wind at an instant, for wind-up and ladder. */
  windAt: (at_ms: number) => DialWind | null;
  /** What lies over the map, px from its top left corner. */
  overlays: () => Rect[];
}

/** How the map is used. */
export interface MapTools {
  /** The focus boat stays on its pixel. */
  follow: boolean;
  /** The wind blows from above. */
  wind_up: boolean;
  /** Distance of the rungs of the ladder, m; null without a ladder. */
  ladder_m: number | null;
}

const MAP_ORDER = 3;
/** Time without a movement after which the paths are drawn anew, ms. *guess* */
const SETTLED_MS = 140;
/** The map is turned when the wind has shifted by more than this, degrees. *guess* */
const WIND_STEP_DEG = 1;
/** The overlays are measured at most this often, ms. *guess* */
const OVERLAYS_EVERY_MS = 400;

/** The map of a replay: sea chart, paths, boats. `destroy` removes everything from its container. */
export class ReplayMap {
  private readonly sea: SeaChart;
  private readonly graticule: GraticuleLayer;
  private readonly chart: ChartLayer;
  /** Loaded when it is first shown. */
  private ladder: { layer: LadderLayer; upwindMetres: typeof import("./ladder-layer").upwindMetres } | null = null;
  private readonly boats: BoatLayer;
  private readonly plane: Plane;
  private readonly view: ViewControl;
  private readonly stops: (() => void)[] = [];
  private readonly playback: Playback;
  private palette: Palette = readPalette();
  private readonly font: string;
  private camera: Camera = cameraAt({ scale: 1, bearing_deg: 0 }, { x: 0, y: 0 }, { width: 1, height: 1 });
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
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
  private tools: MapTools = { follow: false, wind_up: false, ladder_m: null };
  private hovered = -1;
  private isLive = false;
  private isGone = false;
  private told = { scale: 0, bearing_deg: 0 };
  private shown_ms = NaN;
  private settling: ReturnType<typeof setTimeout> | null = null;
  private free: FreePart | null = null;
  private measured_ms = -Infinity;

  constructor(private readonly options: ReplayMapOptions) {
    const { container, playback, style_url } = options;
    this.playback = playback;
    const tracks = playback.boats.map((boat) => boat.columns);
    const box = boxOf(tracks);
    this.font = getComputedStyle(container).fontFamily;
    this.plane = new Plane(
      box ? { lon: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 } : { lon: 0, lat: 0 },
    );
    const placed = playback.boats.map((boat) => ({
      boat,
      path: this.plane.path(boat.columns.lon_deg, boat.columns.lat_deg),
    }));
    this.sea = new SeaChart({
      container,
      palette: this.palette,
      box,
      tracks,
      style_url,
      onNote: (note) => options.onNote?.(note),
    });
    this.view = new ViewControl(
      this.sea.map,
      this.plane,
      placed.map(({ path }) => path),
      () => this.freePart(),
    );
    this.graticule = new GraticuleLayer(this.plane);
    this.chart = new ChartLayer(placed, this.plane);
    this.boats = new BoatLayer(placed, this.plane);
  }

  /** Creates the layers and shows this view, or the whole session; rejects when the browser has no WebGL. */
  async start(view: MapView | null = null): Promise<void> {
    await this.boats.start();
    if (this.isGone) return this.boats.destroy();
    this.boats.recolour(this.palette, this.font);
    this.isLive = true;
    this.mount();
    this.listen();
    this.colourTails();
    if (view) this.view.show(view);
    else this.view.fit(false);
    this.drawAll();
  }

  set(change: Partial<ChartLook>): void {
    const before = this.look;
    if (!(Object.keys(change) as (keyof ChartLook)[]).some((key) => !isSame(before[key], change[key]))) return;
    this.look = { ...before, ...change };
    if (!this.isLive) return;
    if (this.look.path !== before.path || this.look.focus !== before.focus) this.colourTails();
    this.boats.relabel();
    this.drawAll();
  }

  setTools(tools: MapTools): void {
    const before = this.tools;
    this.tools = tools;
    if (!this.isLive) return;
    if (tools.ladder_m !== null && !this.ladder)
      this.addLadder().catch(() =>
        this.options.onNote?.("The ladder could not be loaded. Check your connection and switch it on again."),
      );
    if (before.wind_up && !tools.wind_up) this.view.turn(0, this.focusPoint());
    this.shown_ms = NaN;
    this.drawFrame();
  }

  /** `covered_px`: height of the hidden part at the bottom; labels are placed above it. */
  setInsets(insets: Insets, covered_px: number, animated: boolean): void {
    this.insets = insets;
    this.covered_px = covered_px;
    this.free = null;
    if (!this.isLive) return;
    this.sea.map.resize();
    if (!this.view.isMoved && !this.tools.follow) this.view.fit(animated);
    else this.view.reveal(this.focusPoint());
    this.drawAll();
  }

  /** Fits the session into the visible part. */
  fit(): void {
    if (this.tools.follow) this.options.onFollowEnd?.();
    this.view.fit(true);
  }

  /** Fits the focused boat's path between two times into the visible part. */
  fitBetween(from_ms: number, to_ms: number): void {
    const { columns } = this.playback.boats[this.look.focus]!;
    const { start, end } = rowsBetween(columns.time_ms, from_ms, to_ms);
    const { lon_deg, lat_deg } = columns;
    this.view.fitPath(this.plane.path(lon_deg.subarray(start, end), lat_deg.subarray(start, end)));
  }

  zoom(by: 1 | -1): void {
    this.view.zoom(by, this.focusPoint());
  }

  /** The view, as it stands in an address. */
  currentView(): MapView {
    return this.view.view();
  }

  /** Moves the camera so that the focused boat is in the visible part. */
  revealAt(at_ms: number): void {
    this.view.reveal(this.focusPoint(at_ms));
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    if (this.settling) clearTimeout(this.settling);
    if (this.isLive) this.boats.destroy();
    for (const canvas of this.canvases()) canvas.remove();
    this.ladder?.layer.canvas.remove();
    this.isLive = false;
    this.isGone = true;
    this.sea.remove();
  }

  private canvases(): HTMLCanvasElement[] {
    return [this.graticule, this.chart, this.boats].map(({ canvas }) => canvas);
  }

  private mount(): void {
    const { container } = this.options;
    const controls = container.querySelector(".maplibregl-control-container");
    for (const canvas of this.canvases()) {
      Object.assign(canvas.style, { position: "absolute", left: "0", top: "0", pointerEvents: "none" });
      if (canvas !== this.chart.canvas) Object.assign(canvas.style, { width: "100%", height: "100%" });
      container.insertBefore(canvas, controls);
    }
  }

  private async addLadder(): Promise<void> {
    const { LadderLayer, upwindMetres } = await import("./ladder-layer");
    if (this.isGone || this.ladder) return;
    const layer = new LadderLayer();
    Object.assign(layer.canvas.style, { position: "absolute", inset: "0", pointerEvents: "none" });
    Object.assign(layer.canvas.style, { width: "100%", height: "100%" });
    this.options.container.insertBefore(layer.canvas, this.boats.canvas);
    this.ladder = { layer, upwindMetres };
    this.drawBoats();
  }

  private listen(): void {
    const { map } = this.sea;
    this.stops.push(this.playback.loop.subscribe(() => this.drawFrame(), MAP_ORDER));
    this.stops.push(onThemeChange(() => this.recolour()));
    map.on("move", () => this.drawAll());
    map.on("resize", () => {
      this.free = null;
      this.drawAll();
    });
    for (const moved of ["dragstart", "zoomstart"] as const) {
      map.on(moved, (event: { originalEvent?: unknown }) => {
        if (event.originalEvent === undefined) return;
        this.view.isMoved = true;
        if (moved === "dragstart" && this.tools.follow) this.options.onFollowEnd?.();
      });
    }
    map.on("moveend", (event: { originalEvent?: unknown }) => {
      if (event.originalEvent !== undefined) this.view.userMoved(this.focusPoint());
    });
    map.on("click", ({ point }: MapMouseEvent) => this.press(point.x, point.y));
    map.on("mousemove", ({ point }: MapMouseEvent) => this.hover(point.x, point.y));
  }

  /** The free part of the map; its overlays are measured again after a while. */
  private freePart(): FreePart {
    const now_ms = performance.now();
    if (this.free && now_ms - this.measured_ms < OVERLAYS_EVERY_MS) return this.free;
    this.measured_ms = now_ms;
    const { clientWidth: width, clientHeight: height } = this.options.container;
    this.free = { width, height, insets: this.insets, overlays: this.options.overlays() };
    return this.free;
  }

  private focusPoint(at_ms = this.playback.time_ms): { x: number; y: number } {
    const { lon_deg, lat_deg } = placeAt(this.playback.boats[this.look.focus]!, at_ms, nowhere());
    return { x: this.plane.x(lon_deg), y: this.plane.y(lat_deg) };
  }

  private press(x: number, y: number): void {
    const boat = this.boats.boatAt(x, y);
    if (boat >= 0 && boat !== this.look.focus) {
      this.options.onBoat?.(boat);
      return;
    }
    const maneuver = this.chart.maneuverAt(x, y);
    if (maneuver !== null) this.options.onManeuver?.(maneuver);
    else this.pressStar(x, y);
  }

  private pressStar(x: number, y: number): void {
    const star = starAt(this.playback.boats[this.look.focus]!, this.plane, this.camera, this.look.stars, x, y);
    if (star !== null) this.options.onStar?.(star);
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
    this.boats.relabel();
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
    this.camera = this.view.camera();
    const { scale, bearing_deg } = this.camera;
    if (scale !== this.told.scale) this.options.onScale?.(scale);
    if (bearing_deg !== this.told.bearing_deg) this.options.onBearing?.(bearing_deg);
    this.told = { scale, bearing_deg };
  }

  /** Redraws after a change of camera or colours. */
  private drawAll(): void {
    if (!this.isLive) return;
    this.readCamera();
    const { camera, palette, font } = this;
    if (this.options.style_url === null)
      this.graticule.draw(camera, palette, font, { bottom: this.covered_px, overlays: this.freePart().overlays });
    this.chart.show(camera, this.look, palette, font);
    this.drawBoats();
    if (this.settling) clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLED_MS);
  }

  /** After the last movement: the paths are drawn sharply and with the details of this scale. */
  private settle(): void {
    this.settling = null;
    this.chart.settle(this.camera, this.look, this.palette, this.font);
    this.boats.relabel();
    this.playback.loop.request();
  }

  /** One frame: moves the view where the time has changed, then draws. */
  private drawFrame(): void {
    if (!this.isLive) return;
    const { time_ms } = this.playback;
    if (time_ms !== this.shown_ms) {
      this.shown_ms = time_ms;
      const before = this.camera;
      this.moveView(time_ms);
      // A movement has drawn everything.
      if (this.camera !== before) return;
    }
    this.drawBoats();
  }

  private moveView(time_ms: number): void {
    const boat = this.focusPoint();
    if (this.tools.wind_up) this.turnIntoWind(time_ms, boat);
    if (this.tools.follow) this.view.follow(boat);
    else this.view.watch(boat, this.camera);
  }

  private turnIntoWind(time_ms: number, boat: { x: number; y: number }): void {
    const wind = this.options.windAt(time_ms);
    if (!wind) return;
    const shift = Math.abs(((wind.twd_deg - this.view.bearing_deg + 540) % 360) - 180);
    if (shift > WIND_STEP_DEG) this.view.turn(wind.twd_deg, boat);
  }

  private drawBoats(): void {
    const { time_ms } = this.playback;
    this.boats.draw(this.camera, time_ms, {
      focus: this.look.focus,
      hidden: this.look.hidden,
      hovered: this.hovered,
    });
    this.drawLadder(this.tools.ladder_m === null ? null : this.options.windAt(time_ms));
  }

  private drawLadder(wind: DialWind | null): void {
    const step_m = this.tools.ladder_m;
    if (!this.ladder) return;
    const { layer, upwindMetres } = this.ladder;
    if (!wind || step_m === null) {
      layer.clear(this.camera);
      return;
    }
    const { twd_deg } = wind;
    const { focus } = this.look;
    const own = this.boats.placeOf(focus);
    const figures = this.boats
      .labelEnds()
      .filter(({ index }) => index !== focus)
      .map(({ index, x, y }) => ({
        x,
        y: y + 4,
        metres: upwindMetres(twd_deg, own, this.boats.placeOf(index)),
      }));
    const ladder = { twd_deg, step_m, x: own.x, y: own.y, name: this.playback.boats[focus]!.name };
    layer.draw(this.camera, ladder, figures, this.palette, this.font);
  }
}

/** Whether two values of a look are equal; lists and sets by their members. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(value instanceof Set ? [...value] : value);
  if (a === b) return true;
  return (Array.isArray(a) || a instanceof Set) && plain(a) === plain(b);
}

export { startWorkers } from "./sea-chart";
export type { ChartLook, MapView, PathLook };
