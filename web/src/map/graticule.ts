import { wrapLongitude } from "@leebow/basemap";
import type { Rect } from "./framing";
import type { Palette } from "./palette";
import { type Box, type Camera, type Plane, planePoint, screenX, screenY } from "./plane";

/** Steps of the graticule, minutes of arc; the finest with lines at least this far apart (px) is used. */
const STEPS_MIN = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const LEAST_PX = 90;
/** Room of a label. *guess* */
const LABEL_WIDTH_PX = 54;
const LABEL_HEIGHT_PX = 12;

export function stepFor(px_per_minute: number): number {
  return STEPS_MIN.find((step) => step * px_per_minute >= LEAST_PX) ?? 600;
}

/** "39°24.4′N", with as many decimals as the step needs. */
export function minuteLabel(minutes: number, step: number, [positive, negative]: [string, string]): string {
  const whole = Math.round(Math.abs(minutes) * 10) / 10;
  const degrees = Math.floor(whole / 60 + 1e-9);
  const rest = whole - degrees * 60;
  const letter = minutes === 0 ? "" : minutes > 0 ? positive : negative;
  if (step >= 60) return `${degrees}°${letter}`;
  return `${degrees}°${rest.toFixed(step < 1 ? 1 : 0)}′${letter}`;
}

/** Positions of the lines of the screen, minutes, and their step. */
export function graticuleLines(
  camera: Camera,
  plane: Plane,
): { step: number; lons: number[]; lats: number[]; box: Box } {
  const corners = [
    [0, 0],
    [camera.width, 0],
    [0, camera.height],
    [camera.width, camera.height],
  ].map(([px, py]) => planePoint(camera, px!, py!));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const box = {
    west: plane.lon(Math.min(...xs)) * 60,
    east: plane.lon(Math.max(...xs)) * 60,
    south: plane.lat(Math.min(...ys)) * 60,
    north: plane.lat(Math.max(...ys)) * 60,
  };
  const step = stepFor((Math.max(...xs) - Math.min(...xs)) * (camera.scale / (box.east - box.west)));
  return { step, lons: multiples(box.west, box.east, step), lats: multiples(box.south, box.north, step), box };
}

const multiples = (from: number, to: number, step: number) =>
  Array.from(
    { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
    (_, i) => (Math.ceil(from / step) + i) * step,
  );

/** What the labels must not lie under, px. */
interface GraticuleInsets {
  /** Height of the covered part at the bottom; labels are placed above it. */
  bottom: number;
  overlays: readonly Rect[];
}

/** The graticule and its labels on a canvas of its own, which is drawn again at every movement. */
export class GraticuleLayer {
  readonly canvas = document.createElement("canvas");
  private readonly g = this.canvas.getContext("2d")!;

  constructor(private readonly plane: Plane) {
    this.canvas.setAttribute("aria-hidden", "true");
  }

  draw(camera: Camera, palette: Palette, font: string, insets: GraticuleInsets): void {
    const { g } = this;
    fitCanvas(this.canvas, g, camera);
    const { step, lons, lats, box } = graticuleLines(camera, this.plane);
    g.strokeStyle = palette.graticule;
    g.lineWidth = 1;
    g.beginPath();
    for (const lon of lons) this.line(camera, [lon, box.south], [lon, box.north]);
    for (const lat of lats) this.line(camera, [box.west, lat], [box.east, lat]);
    g.stroke();
    // A turned chart has no left and lower edge to label.
    if (camera.bearing_deg !== 0) return;
    this.label(camera, palette, font, { step, lons, lats }, insets);
  }

  private line(camera: Camera, from: [number, number], to: [number, number]): void {
    const [ax, ay] = this.pixel(camera, from);
    const [bx, by] = this.pixel(camera, to);
    if (camera.bearing_deg !== 0) {
      this.g.moveTo(ax, ay);
      this.g.lineTo(bx, by);
      return;
    }
    // Along a row or column of pixels a line of 1 px is sharp at half pixels.
    const isUpright = from[0] === to[0];
    this.g.moveTo(isUpright ? Math.round(ax) + 0.5 : ax, isUpright ? ay : Math.round(ay) + 0.5);
    this.g.lineTo(isUpright ? Math.round(ax) + 0.5 : bx, isUpright ? by : Math.round(ay) + 0.5);
  }

  private pixel(camera: Camera, [lon_min, lat_min]: [number, number]): [number, number] {
    const [x, y] = [this.plane.x(lon_min / 60), this.plane.y(lat_min / 60)];
    return [screenX(camera, x, y), screenY(camera, x, y)];
  }

  private label(
    camera: Camera,
    palette: Palette,
    font: string,
    { step, lons, lats }: { step: number; lons: number[]; lats: number[] },
    { bottom, overlays }: GraticuleInsets,
  ): void {
    const { g } = this;
    g.font = `10px ${font}`;
    g.fillStyle = palette.label;
    g.strokeStyle = palette.halo;
    g.lineWidth = 3;
    g.lineJoin = "round";
    const foot = camera.height - bottom;
    const write = (text: string, x: number, y: number) => {
      const isUnder = ({ left, top, right, bottom: low }: Rect) =>
        x < right && x + LABEL_WIDTH_PX > left && y - LABEL_HEIGHT_PX < low && y > top;
      if (overlays.some(isUnder)) return;
      g.strokeText(text, x, y);
      g.fillText(text, x, y);
    };
    for (const lon of lons) {
      const [x] = this.pixel(camera, [lon, lats[0] ?? 0]);
      if (x > 60) write(minuteLabel(wrapLongitude(lon / 60) * 60, step, ["E", "W"]), x + 4, foot - 7);
    }
    for (const lat of lats) {
      const [, y] = this.pixel(camera, [lons[0] ?? 0, lat]);
      if (y < foot - 24 && y > 16) write(minuteLabel(lat, step, ["N", "S"]), 6, y - 4);
    }
  }
}

/** Clears a canvas, and gives it this size in CSS pixels at the resolution of the screen. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  g: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
): void {
  const ratio = devicePixelRatio;
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
}
