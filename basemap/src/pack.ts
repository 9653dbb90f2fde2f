import { area, cutIntoCells, type FlatPolygon, type FlatRing, type Rect } from "./cut";
import { COUNT_K, columnsOf, type LevelShape, MAGIC, START_K, VarintWriter } from "./format";
import { BitWriter, zigzag } from "./rice";
import { simplifyRing } from "./simplify";

/** Parameters of one level. */
export interface LevelPlan extends LevelShape {
  /** Tolerance of the simplified shore, m. */
  tolerance_m: number;
  /** Least area of islands and lakes, m². */
  smallest_land_m2: number;
  smallest_lake_m2: number;
  /** Least area of lakes north of 58°, m². */
  smallest_northern_lake_m2: number;
  /** Tolerance of shores north of 70° and south of 56°, m. */
  polar_tolerance_m: number;
}

const METRES_PER_DEG = 111_195;

/** Packs polygons given as GeoJSON coordinates (outer ring first, then holes). */
export function pack(source: Iterable<[number, number][][]>, plans: LevelPlan[]): Uint8Array {
  const polygons = [...source];
  const head = new VarintWriter();
  for (const byte of MAGIC) head.byte(byte);
  head.unsigned(plans.length);
  const body = new VarintWriter();
  for (const plan of plans) packLevel(polygons, plan, head, body);
  head.append(body.finish());
  return head.finish();
}

function packLevel(source: [number, number][][][], plan: LevelPlan, head: VarintWriter, body: VarintWriter): void {
  const units = plan.units_per_deg;
  const polygons = source.map((polygon) => prepare(polygon, plan)).filter((polygon) => polygon.length > 0);
  const world: Rect = { x0: -180 * units, y0: -90 * units, x1: 180 * units, y1: 90 * units };
  const cell = plan.cell_deg * units;
  const blocks: { id: number; bytes: Uint8Array }[] = [];
  cutIntoCells(polygons, world, cell, (rect, inside) => {
    const id = Math.round((rect.y0 - world.y0) / cell) * columnsOf(plan) + Math.round((rect.x0 - world.x0) / cell);
    blocks.push({ id, bytes: isAllLand(rect, inside) ? new Uint8Array(0) : packBlock(rect, inside) });
  });
  blocks.sort((a, b) => a.id - b.id);
  for (const value of [units, plan.cell_deg, blocks.length]) head.unsigned(value);
  let before = 0;
  for (const block of blocks) {
    head.unsigned(block.id - before);
    head.unsigned(block.bytes.length);
    before = block.id;
    body.append(block.bytes);
  }
}

function prepare(polygon: [number, number][][], plan: LevelPlan): FlatPolygon {
  const out: FlatPolygon = [];
  for (const [i, points] of polygon.entries()) {
    if (i > 0 && out.length === 0) return [];
    const lake = (points[0]?.[1] ?? 0) > 58 ? plan.smallest_northern_lake_m2 : plan.smallest_lake_m2;
    const smallest = i === 0 ? plan.smallest_land_m2 : lake;
    const ring = prepareRing(points, plan, smallest);
    if (ring.length >= 6) out.push(ring);
  }
  return out;
}

function prepareRing(points: [number, number][], plan: LevelPlan, smallest_m2: number): FlatRing {
  const lat = points[0]?.[1] ?? 0;
  const x_scale = Math.cos((lat * Math.PI) / 180);
  const metres_per_unit = METRES_PER_DEG / plan.units_per_deg;
  const ring: FlatRing = [];
  for (const [lon, la] of points.slice(0, -1)) {
    const x = Math.round(lon * plan.units_per_deg);
    const y = Math.round(la * plan.units_per_deg);
    if (ring.length > 0 && ring[ring.length - 2] === x && ring[ring.length - 1] === y) continue;
    ring.push(x, y);
  }
  const area_m2 = (Math.abs(area(ring)) / 2) * metres_per_unit * metres_per_unit * x_scale;
  const polar = lat > 70 || lat < -56;
  if (area_m2 < smallest_m2 * (polar ? 20 : 1)) return [];
  return simplifyRing(ring, (polar ? plan.polar_tolerance_m : plan.tolerance_m) / metres_per_unit, x_scale);
}

function isAllLand(rect: Rect, polygons: FlatPolygon[]): boolean {
  if (polygons.length !== 1 || polygons[0]!.length !== 1) return false;
  const full = 2 * (rect.x1 - rect.x0) * (rect.y1 - rect.y0);
  return Math.abs(area(polygons[0]![0]!)) === full;
}

function packBlock(rect: Rect, polygons: FlatPolygon[]): Uint8Array {
  const out = new BitWriter();
  out.rice(polygons.length, COUNT_K);
  for (const polygon of polygons) {
    out.rice(polygon.length, COUNT_K);
    for (const ring of polygon) packRing(rect, ring, out);
  }
  return out.finish();
}

function packRing(rect: Rect, ring: FlatRing, out: BitWriter): void {
  const steps: number[] = [];
  for (let i = 2; i < ring.length; i++) steps.push(zigzag(ring[i]! - ring[i - 2]!));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const k = Math.min(15, Math.max(0, Math.round(Math.log2(mean * 0.69 + 1e-9))));
  out.rice(ring.length / 2, COUNT_K);
  out.bits(k, 4);
  out.rice(ring[0]! - rect.x0, START_K);
  out.rice(ring[1]! - rect.y0, START_K);
  for (const step of steps) out.rice(step, k);
}
