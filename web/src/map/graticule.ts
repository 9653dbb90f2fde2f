import type { Palette } from "./palette";
import type { Camera, Plane } from "./plane";

/** Steps of the graticule, minutes of arc; the finest with lines at least this far apart (px) is used. */
const STEPS_MIN = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const LEAST_PX = 90;

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

/** Positions of the lines, in minutes and px. */
export function graticuleLines(
  camera: Camera,
  plane: Plane,
): { step: number; lons: [number, number][]; lats: [number, number][] } {
  const lonAt = (px: number) => plane.lon((px - camera.left) / camera.scale) * 60;
  const latAt = (py: number) => plane.lat((camera.top - py) / camera.scale) * 60;
  const [west, east, south, north] = [lonAt(0), lonAt(camera.width), latAt(camera.height), latAt(0)];
  const step = stepFor(camera.width / (east - west));
  const between = (from: number, to: number) =>
    Array.from(
      { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
      (_, i) => (Math.ceil(from / step) + i) * step,
    );
  return {
    step,
    lons: between(west, east).map((minutes) => [minutes, plane.x(minutes / 60) * camera.scale + camera.left]),
    lats: between(south, north).map((minutes) => [minutes, camera.top - plane.y(minutes / 60) * camera.scale]),
  };
}

export interface GraticuleInsets {
  /** Height of the covered part at the bottom, px; labels are placed above it. */
  bottom: number;
}

export function drawGraticule(
  g: CanvasRenderingContext2D,
  camera: Camera,
  plane: Plane,
  palette: Palette,
  font: string,
  insets: GraticuleInsets,
): void {
  const { step, lons, lats } = graticuleLines(camera, plane);
  g.strokeStyle = palette.graticule;
  g.lineWidth = 1;
  g.beginPath();
  for (const [, x] of lons) line(g, Math.round(x) + 0.5, 0, Math.round(x) + 0.5, camera.height);
  for (const [, y] of lats) line(g, 0, Math.round(y) + 0.5, camera.width, Math.round(y) + 0.5);
  g.stroke();
  g.font = `10px ${font}`;
  g.fillStyle = palette.label;
  g.strokeStyle = palette.halo;
  g.lineWidth = 3;
  g.lineJoin = "round";
  const foot = camera.height - insets.bottom;
  for (const [minutes, x] of lons) if (x > 60) label(g, minuteLabel(minutes, step, ["E", "W"]), x + 4, foot - 7);
  for (const [minutes, y] of lats)
    if (y < foot - 24 && y > 16) label(g, minuteLabel(minutes, step, ["N", "S"]), 6, y - 4);
}

function line(g: CanvasRenderingContext2D, ax: number, ay: number, bx: number, by: number): void {
  g.moveTo(ax, ay);
  g.lineTo(bx, by);
}

function label(g: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  g.strokeText(text, x, y);
  g.fillText(text, x, y);
}
