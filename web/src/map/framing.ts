/** Where on the screen a boat may be, and views that keep it there. Pixels are from the top left corner of the map. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Margins of the map that are covered or hold labels, px. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The free part of the map: what neither margins nor overlays cover. */
export interface FreePart {
  width: number;
  height: number;
  insets: Insets;
  overlays: readonly Rect[];
}

/** A boat nearer than this to an edge or overlay counts as outside, px: its hull and ring. */
const BOAT_PX = 22;
/** Points that a fit is tested with. *guess* */
const MAX_POINTS = 600;

/** Whether a boat at this pixel is in the free part. */
export function isFree({ width, height, insets, overlays }: FreePart, x: number, y: number, margin = BOAT_PX): boolean {
  return (
    x >= insets.left + margin &&
    y >= insets.top + margin &&
    x <= width - insets.right - margin &&
    y <= height - insets.bottom - margin &&
    !overlays.some((one) => isWithin(one, x, y, margin))
  );
}

const isWithin = ({ left, top, right, bottom }: Rect, x: number, y: number, margin: number) =>
  x > left - margin && y > top - margin && x < right + margin && y < bottom + margin;

/** The pixel on which a followed boat is kept: the centre of the free part without its overlays. */
export function restingPoint({ width, height, insets }: FreePart): { x: number; y: number } {
  return {
    x: (insets.left + width - insets.right) / 2,
    y: (insets.top + height - insets.bottom) / 2,
  };
}

/** A view of the plane: px per m, and the point (m) that lies in the centre of the map. */
interface View {
  scale: number;
  x: number;
  y: number;
}

/**
 * The closest view of these paths (x, y, x, y, … in m) that covers no point: each overlay is avoided above or below,
 * beside, or not at all where nothing lies under it. Null without points.
 */
export function fitView(
  paths: readonly Float32Array[],
  free: FreePart,
  bearing_deg: number,
  max_scale: number,
): View | null {
  const points = screenPoints(paths, bearing_deg);
  if (points.length === 0) return null;
  const box = boxOf(points);
  let best: { view: View; covered: number } | null = null;
  for (const insets of candidates(free)) {
    const view = viewOf(box, free, insets, max_scale);
    if (!view) continue;
    const covered = coveredBy(points, view, free);
    if (best && (covered > best.covered || (covered === best.covered && view.scale <= best.view.scale))) continue;
    best = { view, covered };
  }
  return best && planeView(best.view, bearing_deg);
}

/** Points in axes of the screen: u right, v down, m. */
function screenPoints(paths: readonly Float32Array[], bearing_deg: number): [number, number][] {
  const [cos, sin] = [Math.cos((bearing_deg * Math.PI) / 180), Math.sin((bearing_deg * Math.PI) / 180)];
  const total = paths.reduce((sum, { length }) => sum + length / 2, 0);
  const every = Math.max(1, Math.floor(total / MAX_POINTS));
  const points: [number, number][] = [];
  for (const path of paths) {
    for (let row = 0; 2 * row < path.length; row += every) {
      const [x, y] = [path[2 * row]!, path[2 * row + 1]!];
      if (!Number.isNaN(x + y)) points.push([cos * x - sin * y, -sin * x - cos * y]);
    }
  }
  return points;
}

function boxOf(points: readonly [number, number][]): Rect {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [u, v] of points) {
    box.left = Math.min(box.left, u);
    box.right = Math.max(box.right, u);
    box.top = Math.min(box.top, v);
    box.bottom = Math.max(box.bottom, v);
  }
  return box;
}

/** Insets that avoid each overlay vertically, horizontally or not at all; each is given once. */
function candidates({ insets, overlays, width, height }: FreePart): Insets[] {
  return overlays.reduce<Insets[]>(
    (all, { left, top, right, bottom }) => {
      const isLeft = left + right < width;
      const isUpper = top + bottom < height;
      const wider = all.flatMap((one) => [
        one,
        isUpper ? { ...one, top: Math.max(one.top, bottom) } : { ...one, bottom: Math.max(one.bottom, height - top) },
        isLeft ? { ...one, left: Math.max(one.left, right) } : { ...one, right: Math.max(one.right, width - left) },
      ]);
      return [...new Map(wider.map((one) => [Object.values(one).join(), one])).values()];
    },
    [insets],
  );
}

/** The view in axes of the screen that fits a box between insets; null when these leave no room. */
function viewOf(box: Rect, { width, height }: FreePart, insets: Insets, max_scale: number): View | null {
  const room = BOAT_PX + 4;
  const free_width = width - insets.left - insets.right - 2 * room;
  const free_height = height - insets.top - insets.bottom - 2 * room;
  if (free_width < 40 || free_height < 40) return null;
  const scale = Math.min(
    max_scale,
    free_width / Math.max(1e-6, box.right - box.left),
    free_height / Math.max(1e-6, box.bottom - box.top),
  );
  return {
    scale,
    x: (box.left + box.right) / 2 + (insets.right - insets.left) / 2 / scale,
    y: (box.top + box.bottom) / 2 + (insets.bottom - insets.top) / 2 / scale,
  };
}

function coveredBy(points: readonly [number, number][], view: View, { width, height, overlays }: FreePart): number {
  let covered = 0;
  for (const [u, v] of points) {
    const x = (u - view.x) * view.scale + width / 2;
    const y = (v - view.y) * view.scale + height / 2;
    if (overlays.some((one) => isWithin(one, x, y, BOAT_PX / 2))) covered++;
  }
  return covered;
}

/** From axes of the screen to the plane. */
function planeView({ scale, x: u, y: v }: View, bearing_deg: number): View {
  const [cos, sin] = [Math.cos((bearing_deg * Math.PI) / 180), Math.sin((bearing_deg * Math.PI) / 180)];
  return { scale, x: cos * u - sin * v, y: -sin * u - cos * v };
}
