import { longitudeNear } from "@leebow/basemap";
import type { Map as LibreMap } from "maplibre-gl";
import { type FreePart, fitView, isFree, restingPoint } from "./framing";
import { type Camera, cameraAt, type Plane, planePoint } from "./plane";

const CLOSEST_FIT_ZOOM = 17;
/** A change of the bearing larger than this is animated, degrees. *guess* */
const MAX_STEP_DEG = 12;

/** Half the length of a hull, px. *guess* */
const HULL_PX = 14;

/** A view as it stands in an address. */
export interface MapView {
  lon: number;
  lat: number;
  zoom: number;
  bearing_deg: number;
}

interface Point {
  x: number;
  y: number;
}

/** The view of the map: fits the paths, keeps the focus boat in the free part, follows it, turns the map. */
export class ViewControl {
  /** The user moved the map: it is not fitted again when its free part changes. */
  isMoved = false;
  /** Whether the focus boat was in the free part when it was last looked at. */
  private wasFree = true;
  private isEasing = false;

  constructor(
    private readonly map: LibreMap,
    private readonly plane: Plane,
    private readonly paths: readonly Float32Array[],
    private readonly freePart: () => FreePart,
  ) {
    map.on("moveend", () => {
      this.isEasing = false;
    });
  }

  get bearing_deg(): number {
    return this.map.getBearing();
  }

  /** Positions in px; read once for each change of the view. */
  camera(): Camera {
    const { map, plane } = this;
    const { width, height } = this.freePart();
    // The map keeps its centre within ±180°, also where the plane goes on beyond the date line.
    const origin = map.project([longitudeNear(plane.origin.lon, map.getCenter().lng), plane.origin.lat]);
    const scale = (512 * 2 ** map.getZoom()) / plane.metres_per_world;
    return cameraAt({ scale, bearing_deg: this.bearing_deg }, origin, { width, height });
  }

  /** Shows all paths, clear of panels and overlays. */
  fit(animated: boolean): void {
    this.isMoved = false;
    this.showPaths(this.paths, animated);
  }

  /** Shows one path; the map is not fitted again when its free part changes. */
  fitPath(path: Float32Array): void {
    this.isMoved = true;
    this.showPaths([path], true);
  }

  private showPaths(paths: readonly Float32Array[], animated: boolean): void {
    const view = fitView(paths, this.freePart(), this.bearing_deg, this.scaleOf(CLOSEST_FIT_ZOOM));
    if (!view) return;
    this.wasFree = true;
    this.ease({ center: this.lonLat(view), zoom: this.zoomOf(view.scale) }, animated ? 280 : 0);
  }

  /** Zooms about the boat, or brings it into the free part first where it is not. */
  zoom(by: 1 | -1, boat: Point): void {
    this.isMoved = true;
    const camera = this.camera();
    const free = this.freePart();
    const at = pixelOf(camera, boat);
    const pixel = isFree(free, at.x, at.y) ? at : restingPoint(free);
    const scale = camera.scale * 2 ** by;
    this.ease({ center: this.centerFor(boat, pixel, scale, camera.bearing_deg), zoom: this.zoomOf(scale) }, 180);
  }

  /** Brings the boat into the free part if it is not there. */
  reveal(boat: Point): void {
    const free = this.freePart();
    const camera = this.camera();
    const at = pixelOf(camera, boat);
    this.wasFree = true;
    if (isFree(free, at.x, at.y)) return;
    this.ease({ center: this.centerFor(boat, restingPoint(free), camera.scale, camera.bearing_deg) }, 280);
  }

  /** Keeps the boat on the resting point. */
  follow(boat: Point): void {
    if (!this.isEasing) this.hold(boat);
  }

  private hold(boat: Point): void {
    const { scale, bearing_deg } = this.camera();
    this.map.jumpTo({ center: this.centerFor(boat, restingPoint(this.freePart()), scale, bearing_deg) });
  }

  /**
   * Brings the boat back when it leaves the free part, unless the user has moved the map away from it. One that sails so
   * fast that it would be off the screen or under a plate before the map has moved is brought back at once.
   */
  watch(boat: Point, camera: Camera, isPlaying: boolean): void {
    const free = this.freePart();
    const at = pixelOf(camera, boat);
    const isLost = isPlaying && !isFree(free, at.x, at.y, HULL_PX);
    if (this.isEasing && isLost) this.hold(boat);
    if (this.isEasing || this.map.isMoving()) return;
    const nowFree = isFree(free, at.x, at.y);
    if (!nowFree && this.wasFree) isLost ? this.hold(boat) : this.reveal(boat);
    else this.wasFree = nowFree;
  }

  /** After a movement by the user, which may leave the boat outside. */
  userMoved(boat: Point): void {
    const at = pixelOf(this.camera(), boat);
    this.wasFree = isFree(this.freePart(), at.x, at.y);
  }

  /** Turns the map about the boat so that this compass direction is up. */
  turn(bearing_deg: number, boat: Point): void {
    const turn = Math.abs(((bearing_deg - this.bearing_deg + 540) % 360) - 180);
    if (turn < 1e-9) return;
    const camera = this.camera();
    const free = this.freePart();
    const at = pixelOf(camera, boat);
    const pixel = isFree(free, at.x, at.y) ? at : restingPoint(free);
    const center = this.centerFor(boat, pixel, camera.scale, bearing_deg);
    this.ease({ center, bearing: bearing_deg }, turn > MAX_STEP_DEG ? 280 : 0);
  }

  view(): MapView {
    const { lng, lat } = this.map.getCenter();
    return { lon: lng, lat, zoom: this.map.getZoom(), bearing_deg: this.bearing_deg };
  }

  show({ lon, lat, zoom, bearing_deg }: MapView): void {
    this.isMoved = true;
    this.map.jumpTo({ center: [lon, lat], zoom, bearing: bearing_deg });
  }

  private ease(options: { center: [number, number]; zoom?: number; bearing?: number }, duration: number): void {
    if (duration === 0 || prefersStill()) {
      this.map.jumpTo(options);
      return;
    }
    // Starting a movement ends the one before, whose event comes first.
    this.map.easeTo({ ...options, duration });
    this.isEasing = true;
  }

  /** The centre of the map that puts a point of the plane on a pixel. */
  private centerFor(point: Point, pixel: Point, scale: number, bearing_deg: number): [number, number] {
    const { width, height } = this.freePart();
    // A camera that has the origin of the plane on the pixel: the centre is there as far from the origin as from the point.
    const camera = cameraAt({ scale, bearing_deg }, pixel, { width, height });
    const [dx, dy] = planePoint(camera, width / 2, height / 2);
    return this.lonLat({ x: point.x + dx, y: point.y + dy });
  }

  private lonLat({ x, y }: Point): [number, number] {
    return [this.plane.lon(x), this.plane.lat(y)];
  }

  private scaleOf(zoom: number): number {
    return (512 * 2 ** zoom) / this.plane.metres_per_world;
  }

  private zoomOf(scale: number): number {
    return Math.log2((scale * this.plane.metres_per_world) / 512);
  }
}

const pixelOf = ({ left, top, cos_px, sin_px }: Camera, { x, y }: Point): Point => ({
  x: left + cos_px * x - sin_px * y,
  y: top - sin_px * x - cos_px * y,
});

function prefersStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
