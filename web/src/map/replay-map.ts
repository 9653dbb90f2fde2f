import { prewarm } from "maplibre-gl";
import { onPixelRatioChange, onThemeChange } from "../look/theme";
import { noPosition, positionAt } from "../playback/boat";
import { nextTask } from "../playback/next-task";
import type { Playback } from "../playback/playback";
import { rowsBetween, sailedPositions } from "../playback/rows";
import { BoatLayer } from "./boat-layer";
import { ChartLayer } from "./chart-layer";
import { coast } from "./coast";
import { courseAt, type MapCourse } from "./course";
import { CourseLayer } from "./course-layer";
import type { Insets, Rect } from "./framing";
import { GraticuleLayer } from "./graticule";
import type { LadderLayer } from "./ladder-layer";
import { FreeArea, MapCamera, MapPointer } from "./map-camera";
import type { MapLaylines, MapTools, ReplayMapOptions } from "./map-options";
import { MarkLayer } from "./mark-layer";
import { type Overlay, prepareOverlay, takeOverlay } from "./overlay";
import { type ChartLook, changedLook, firstLook, type Palette, type PathLook, readPalette } from "./palette";
import { starAt } from "./part-marks";
import { boxOf, type Camera, Plane } from "./plane";
import { SeaChart } from "./sea-chart";
import { type MapView, ViewControl } from "./view-control";

type LadderCode = typeof import("./ladder-layer");

interface LadderScene {
  camera: Camera;
  palette: Palette;
  font: string;
  /** Index and name of the focus boat. */
  focus: number;
  name: string;
  /** Direction the wind blows from, degrees; null where it is not known. */
  twd_deg: number | null;
  /** Distance of two rungs, m; null without a ladder. */
  step_m: number | null;
  laylines: MapLaylines | null;
  overlays: readonly Rect[];
}

/** The ladder and the laylines below the boats. Their code is loaded when they are first shown. */
class LazyLadder {
  private layer: LadderLayer | null = null;
  private code: LadderCode | null = null;
  private isGone = false;

  constructor(
    private readonly boats: BoatLayer,
    private readonly plane: Plane,
    private readonly overlay: Overlay,
  ) {}

  /** Loads the ladder; resolves when it can be shown. */
  async load(): Promise<void> {
    const code = await import("./ladder-layer");
    if (this.isGone || this.code) return;
    this.code = code;
    this.layer = new code.LadderLayer(this.overlay);
    this.overlay.add(this.layer.mesh, this.boats.tails);
  }

  get isLoaded(): boolean {
    return this.code !== null;
  }

  /** Shows the ladder from the next drawing on. */
  show({ camera, palette, font, focus, name, twd_deg, step_m, laylines, overlays }: LadderScene): void {
    const { layer, code, boats, plane } = this;
    if (!layer || !code) return;
    const own = boats.poseOf(focus);
    layer.begin(palette, font, name);
    if (laylines?.boat && own.position.present) layer.addLaylines(camera, laylines.boat, own.x, own.y);
    if (laylines?.mark) {
      const { lon, lat } = laylines.mark;
      layer.addMarkLaylines(camera, laylines.mark, plane.x(lon), plane.y(lat));
    }
    if (twd_deg === null || step_m === null) {
      layer.end();
      return;
    }
    const figures = boats
      .labelEnds()
      .map(({ index, x, y }) => ({ index, x, y, position: boats.poseOf(index).position }))
      .filter(({ index, position }) => index !== focus && own.position.present && position.present)
      .map(({ x, y, position }) => ({ x, y: y + 4, metres: code.upwindMetres(twd_deg, own.position, position) }));
    layer.addLadder(camera, { twd_deg, step_m, x: own.x, y: own.y, name, overlays }, figures);
    layer.end();
  }

  destroy(): void {
    this.isGone = true;
  }
}

/** Time without a movement after which the paths are drawn anew, ms. *guess* */
const REST_MS = 140;
/** Fits that follow a change of the overlays: the scale bar is one of them and changes with each fit. *guess* */
const MAX_REFITS = 8;

/** Boats nearer than this to the middle of the line are at the start, m. *guess* */
const NEAR_LINE_M = 500;

/** The map of a replay: sea chart, paths, boats. `destroy` removes everything from its container. */
export class ReplayMap {
  private readonly sea: SeaChart;
  private readonly graticule: GraticuleLayer;
  private readonly overlay = takeOverlay();
  private readonly course: CourseLayer;
  private readonly marks: MarkLayer;
  private readonly chart: ChartLayer;
  private readonly boats: BoatLayer;
  private readonly ladder: LazyLadder;
  private readonly plane: Plane;
  private readonly free: FreeArea;
  private readonly view: ViewControl;
  private readonly mapCamera: MapCamera;
  private readonly pointer: MapPointer;
  private readonly stops: (() => void)[] = [];
  private readonly playback: Playback;
  private palette: Palette = readPalette();
  private readonly font: string;
  private look = firstLook();
  private tools: MapTools = { follow: false, wind_up: false, ladder_m: null, laylines: false };
  private courses: readonly MapCourse[] = [];
  private isLive = false;
  private isGone = false;
  private shown_ms = NaN;
  /** The time at which the whole session was last fitted into the free part without being asked for. */
  private fitted_ms = NaN;
  private refits = 0;
  private rest_timer: ReturnType<typeof setTimeout> | null = null;

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
    const { palette } = this;
    const onNote = (note: string | null) => options.onNote?.(note);
    this.sea = new SeaChart({ container, palette, box, tracks, style_url, onNote });
    this.free = new FreeArea(container, options.overlays, () => this.refit());
    const paths = placed.map(({ boat }) => {
      const { lon_deg, lat_deg } = sailedPositions(boat.report, boat.columns);
      return this.plane.path(lon_deg, lat_deg);
    });
    this.view = new ViewControl(this.sea.map, this.plane, paths, () => this.free.part());
    this.mapCamera = new MapCamera(this.view, options, options.windAt);
    this.graticule = new GraticuleLayer(this.plane);
    this.course = new CourseLayer(this.plane, this.overlay);
    this.marks = new MarkLayer(placed, this.plane, this.overlay);
    this.chart = new ChartLayer(placed, this.marks);
    this.boats = new BoatLayer(placed, this.plane, this.overlay);
    this.ladder = new LazyLadder(this.boats, this.plane, this.overlay);
    this.pointer = this.makePointer();
  }

  /** Creates the layers and shows this view, or the whole session; rejects when the browser has no WebGL. */
  async start(view: MapView | null = null): Promise<void> {
    await this.overlay.start(() => this.playback.loop.request());
    await nextTask();
    if (this.isGone) return;
    this.boats.recolour(this.palette, this.font);
    this.colourTails();
    await nextTask();
    if (this.isGone) return;
    // Compiles the shaders and makes the textures, in a task of its own, before anything is seen.
    this.mapCamera.read();
    this.drawBoats();
    await nextTask();
    if (this.isGone) return;
    this.isLive = true;
    this.mount();
    this.listen();
    if (view) this.view.show(view);
    else this.fitSession(false);
    this.drawAll();
  }

  set(change: Partial<ChartLook>): void {
    const before = this.look;
    this.look = changedLook(before, change);
    if (this.look === before || !this.isLive) return;
    if (this.look.path !== before.path || this.look.focus !== before.focus) this.colourTails();
    this.boats.relabel();
    this.drawAll();
  }

  setTools(tools: MapTools): void {
    const before = this.tools;
    this.tools = tools;
    if (!this.isLive) return;
    if ((tools.ladder_m !== null || tools.laylines) && !this.ladder.isLoaded) this.loadLadder();
    if (before.wind_up && !tools.wind_up) this.view.turn(0, this.focusPoint());
    this.shown_ms = NaN;
    this.drawFrame();
  }

  /** The courses of the races that the replay shows, in the order of their guns. */
  setCourses(courses: readonly MapCourse[]): void {
    if (courses === this.courses) return;
    this.courses = courses;
    if (this.isLive) this.drawFrame();
  }

  /** Fits the start line and the boats about it at the present moment into the visible part. */
  showStart(): void {
    const [line] = courseAt(this.courses, this.playback.time_ms)?.lines ?? [];
    if (!line || !this.isLive) return;
    if (this.tools.follow) this.options.onFollowEnd?.();
    const ends = line.map(({ lon, lat }) => ({ x: this.plane.x(lon), y: this.plane.y(lat) }));
    const middle = { x: (ends[0]!.x + ends[1]!.x) / 2, y: (ends[0]!.y + ends[1]!.y) / 2 };
    const isNear = ({ x, y }: { x: number; y: number }) => Math.hypot(x - middle.x, y - middle.y) < NEAR_LINE_M;
    const boats = this.playback.boats.map((_, index) => this.boatPoint(index)).filter(isNear);
    this.view.fitPath(Float32Array.from([...ends, ...boats].flatMap(({ x, y }) => [x, y])));
  }

  /** `covered_px`: height of the hidden part at the bottom; labels are placed above it. */
  setInsets(insets: Insets, covered_px: number, animated: boolean): void {
    this.free.setInsets(insets, covered_px);
    if (!this.isLive) return;
    this.sea.map.resize();
    if (!this.view.isMoved && !this.tools.follow) this.fitSession(animated);
    else this.view.reveal(this.focusPoint());
    this.drawAll();
  }

  /** Fits the session into the visible part. */
  fit(): void {
    if (this.tools.follow) this.options.onFollowEnd?.();
    this.view.fit(true);
  }

  /** The legend and other overlays get their size after the map: until the clock runs the session keeps clear of them. */
  private refit(): void {
    const isUntouched = this.isLive && !this.view.isMoved && !this.tools.follow;
    if (!isUntouched || this.playback.time_ms !== this.fitted_ms || this.refits >= MAX_REFITS) return;
    this.refits++;
    this.view.fit(false);
  }

  private fitSession(animated: boolean): void {
    this.fitted_ms = this.playback.time_ms;
    this.refits = 0;
    this.view.fit(animated);
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

  /** Where the focused boat is drawn, px from the top left corner of the map. */
  boatPixel(): { x: number; y: number } {
    const { px: x, py: y } = this.boats.poseOf(this.look.focus);
    return { x, y };
  }

  /** Moves the camera so that the focused boat is in the visible part. */
  revealAt(at_ms: number): void {
    this.view.reveal(this.focusPoint(at_ms));
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    if (this.rest_timer) clearTimeout(this.rest_timer);
    this.isLive = false;
    this.isGone = true;
    this.overlay.destroy();
    this.ladder.destroy();
    this.free.destroy();
    for (const canvas of this.canvases()) canvas.remove();
    this.sea.remove();
  }

  private canvases(): HTMLCanvasElement[] {
    return [this.graticule, this.chart, this.overlay].map(({ canvas }) => canvas);
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

  private loadLadder(): void {
    this.ladder.load().then(
      () => this.playback.loop.request(),
      () => this.options.onNote?.("The lines could not be loaded. Check your connection and switch it on again."),
    );
  }

  private makePointer(): MapPointer {
    const { boats, marks, plane, mapCamera, options, playback } = this;
    const focusBoat = () => playback.boats[this.look.focus]!;
    const hits = {
      boatAt: (x: number, y: number) => boats.boatAt(x, y),
      maneuverAt: (x: number, y: number) => marks.maneuverAt(x, y),
      starAt: (x: number, y: number) => starAt(focusBoat(), plane, mapCamera.camera, this.look.stars, x, y),
    };
    const { onBoat, onManeuver, onStar } = options;
    const onHover = () => playback.loop.request();
    return new MapPointer(this.sea.map, hits, { onBoat, onManeuver, onStar, onHover }, () => this.look.focus);
  }

  private listen(): void {
    const { map } = this.sea;
    this.stops.push(this.playback.loop.subscribe("map", () => this.drawFrame()));
    this.stops.push(onThemeChange(() => this.recolour()));
    this.stops.push(
      onPixelRatioChange(() => {
        map.resize();
        this.recolour();
      }),
    );
    map.on("move", () => this.drawAll());
    map.on("resize", () => {
      this.free.invalidate();
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
  }

  private focusPoint(at_ms = this.playback.time_ms): { x: number; y: number } {
    return this.boatPoint(this.look.focus, at_ms);
  }

  private boatPoint(index: number, at_ms = this.playback.time_ms): { x: number; y: number } {
    const { lon_deg, lat_deg } = positionAt(this.playback.boats[index]!, at_ms, noPosition());
    return { x: this.plane.x(lon_deg), y: this.plane.y(lat_deg) };
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

  /** Redraws after a change of camera or colours. */
  private drawAll(): void {
    if (!this.isLive) return;
    this.mapCamera.read();
    const { palette, font, free } = this;
    const { camera } = this.mapCamera;
    if (this.options.style_url === null) {
      const { overlays } = free.part();
      this.graticule.draw(camera, palette, font, { bottom: free.covered_px, overlays });
    }
    this.chart.show(camera, this.look, palette, font);
    this.drawBoats();
    if (this.rest_timer) clearTimeout(this.rest_timer);
    this.rest_timer = setTimeout(() => this.redrawAtRest(), REST_MS);
  }

  /** After the last movement: the paths are drawn sharply and with the details of this scale. */
  private redrawAtRest(): void {
    this.rest_timer = null;
    this.chart.redrawAtRest(this.mapCamera.camera, this.look, this.palette, this.font);
    this.boats.relabel();
    this.playback.loop.request();
  }

  /** One frame: moves the view where the time has changed, then draws. */
  private drawFrame(): void {
    if (!this.isLive) return;
    const { time_ms } = this.playback;
    if (time_ms !== this.shown_ms) {
      this.shown_ms = time_ms;
      const before = this.mapCamera.camera;
      this.mapCamera.moveTo(time_ms, this.focusPoint(), this.tools, this.playback.clock.playing);
      // A movement has drawn everything.
      if (this.mapCamera.camera !== before) return;
    }
    this.drawBoats();
  }

  private drawBoats(): void {
    const { look, tools, palette, font, playback } = this;
    const { camera } = this.mapCamera;
    const { focus, hidden } = look;
    this.course.show(camera, courseAt(this.courses, playback.time_ms), palette, font);
    this.boats.show(camera, playback.time_ms, { focus, hidden, hovered: this.pointer.hovered });
    if (this.ladder.isLoaded) {
      const wind = tools.ladder_m === null ? null : this.options.windAt(playback.time_ms);
      const { name } = playback.boats[focus]!;
      const twd_deg = wind?.twd_deg ?? null;
      const { overlays } = this.free.part();
      const laylines = tools.laylines ? this.options.laylinesAt(playback.time_ms) : null;
      this.ladder.show({ camera, palette, font, focus, name, twd_deg, step_m: tools.ladder_m, laylines, overlays });
    }
    this.overlay.render(camera);
  }
}

/** Prepares what a map needs whatever it shows, in tasks of their own. */
export async function prepareMap(): Promise<void> {
  await nextTask();
  prewarm();
  // The map that is made tells what cannot be loaded.
  coast().catch(() => undefined);
  await nextTask();
  prepareOverlay();
}

export { startWorkers } from "./sea-chart";
export type { ChartLook, MapView, PathLook };
