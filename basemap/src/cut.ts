/** Divides polygons into the cells of a grid, in integer units, so that neighbouring cells meet exactly. */

/** x, y, x, y, … without a repeated last point. */
export type FlatRing = number[];
/** Outer ring first, then its lakes. */
export type FlatPolygon = FlatRing[];

export interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Calls `emit` once for every cell that has land, with the parts of the polygons in it. */
export function cutIntoCells(
  polygons: FlatPolygon[],
  rect: Rect,
  cell: number,
  emit: (rect: Rect, polygons: FlatPolygon[]) => void,
): void {
  if (polygons.length === 0) return;
  const columns = Math.round((rect.x1 - rect.x0) / cell);
  const rows = Math.round((rect.y1 - rect.y0) / cell);
  if (columns <= 1 && rows <= 1) {
    emit(rect, polygons);
    return;
  }
  const axis = columns >= rows ? 0 : 1;
  const at = axis === 0 ? rect.x0 + Math.floor(columns / 2) * cell : rect.y0 + Math.floor(rows / 2) * cell;
  const low: FlatPolygon[] = [];
  const high: FlatPolygon[] = [];
  for (const polygon of polygons) splitPolygon(polygon, axis, at, low, high);
  cutIntoCells(low, axis === 0 ? { ...rect, x1: at } : { ...rect, y1: at }, cell, emit);
  cutIntoCells(high, axis === 0 ? { ...rect, x0: at } : { ...rect, y0: at }, cell, emit);
}

function splitPolygon(polygon: FlatPolygon, axis: 0 | 1, at: number, low: FlatPolygon[], high: FlatPolygon[]): void {
  const below: FlatPolygon = [];
  const above: FlatPolygon = [];
  for (const [i, ring] of polygon.entries()) {
    const [a, b] = splitRing(ring, axis, at);
    if (a.length >= 6 && (i === 0 || below.length > 0)) below.push(a);
    if (b.length >= 6 && (i === 0 || above.length > 0)) above.push(b);
  }
  if (below.length > 0) low.push(below);
  if (above.length > 0) high.push(above);
}

/** Sutherland–Hodgman clipping at one line, both sides in one pass. */
export function splitRing(ring: FlatRing, axis: 0 | 1, at: number): [FlatRing, FlatRing] {
  const [min, max] = extent(ring, axis);
  if (max <= at) return [ring, []];
  if (min >= at) return [[], ring];
  const low: FlatRing = [];
  const high: FlatRing = [];
  let ax = ring[ring.length - 2]!;
  let ay = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const a = (axis === 0 ? ax : ay) - at;
    const b = (axis === 0 ? bx : by) - at;
    if (a * b < 0) {
      const part = a / (a - b);
      const x = axis === 0 ? at : Math.round(ax + (bx - ax) * part);
      const y = axis === 0 ? Math.round(ay + (by - ay) * part) : at;
      low.push(x, y);
      high.push(x, y);
    }
    if (b <= 0) low.push(bx, by);
    if (b >= 0) high.push(bx, by);
    ax = bx;
    ay = by;
  }
  return [tidy(low, axis, at), tidy(high, axis, at)];
}

/** Removes repeated points and zero-width spikes along the cut. */
function tidy(ring: FlatRing, axis: 0 | 1, at: number): FlatRing {
  const out: FlatRing = [];
  const n = ring.length / 2;
  for (let i = 0; i < n; i++) {
    const x = ring[2 * i]!;
    const y = ring[2 * i + 1]!;
    const next = (i + 1) % n;
    const nx = ring[2 * next]!;
    const ny = ring[2 * next + 1]!;
    if (x === nx && y === ny) continue;
    const m = out.length;
    const cut = (px: number, py: number) => (axis === 0 ? px : py) === at;
    if (m >= 2 && cut(out[m - 2]!, out[m - 1]!) && cut(x, y) && cut(nx, ny)) continue;
    out.push(x, y);
  }
  return out.length >= 6 && area(out) !== 0 ? out : [];
}

export function extent(ring: FlatRing, axis: 0 | 1): [number, number] {
  let min = Infinity;
  let max = -Infinity;
  for (let i = axis; i < ring.length; i += 2) {
    const v = ring[i]!;
    if (v < min) min = v;
    if (v > max) max = v;
  }
  return [min, max];
}

/** Twice the signed area, in square units. */
export function area(ring: FlatRing): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  }
  return sum;
}
