import type { Land } from "./basemap";
import { COUNT_K, type LevelShape, START_K } from "./format";
import { BitReader, unzigzag } from "./rice";

/** [lon, lat] in degrees. */
export type Position = [number, number];
export type Ring = Position[];

interface CellShape extends LevelShape {
  west: number;
  south: number;
}

/** x, y in units from the cell's corner; `cut` says which points lie on the cell's edge. */
interface UnitRing {
  xy: number[];
}

/** Decodes one cell. `smooth` rounds the corners of the source's 100 m generalisation; cuts along the grid stay straight. */
export function decodeBlock(bytes: Uint8Array, cell: CellShape, smooth: boolean): Land {
  const reader = new BitReader(bytes);
  const side = cell.cell_deg * cell.units_per_deg;
  const land: Land = { polygons: [], shores: [] };
  const degrees = (xy: number[], i: number): Position => [
    cell.west + xy[2 * i]! / cell.units_per_deg,
    cell.south + xy[2 * i + 1]! / cell.units_per_deg,
  ];
  for (let polygons = reader.rice(COUNT_K); polygons > 0; polygons--) {
    const rings: Ring[] = [];
    for (let count = reader.rice(COUNT_K); count > 0; count--) {
      let { xy } = readRing(reader);
      if (smooth) xy = cutCorners(cutCorners(xy, side), side);
      const ring = Array.from({ length: xy.length / 2 }, (_, i) => degrees(xy, i));
      rings.push([...ring, ring[0]!]);
      land.shores.push(...shoresOf(xy, side, ring));
    }
    land.polygons.push(rings);
  }
  return land;
}

function readRing(reader: BitReader): UnitRing {
  const points = reader.rice(COUNT_K);
  const k = reader.bits(4);
  const xy = [reader.rice(START_K), reader.rice(START_K)];
  for (let i = 2; i < 2 * points; i++) xy.push(xy[i - 2]! + unzigzag(reader.rice(k)));
  return { xy };
}

/** One pass of Chaikin's corner cutting. Points on the cell's edge stay, so that neighbouring cells meet. */
function cutCorners(xy: number[], side: number): number[] {
  const n = xy.length / 2;
  const out: number[] = [];
  for (let i = 0; i < n; i++) {
    const [x, y] = [xy[2 * i]!, xy[2 * i + 1]!];
    if (isOnEdge(x, y, side)) {
      out.push(x, y);
      continue;
    }
    for (const j of [(i + n - 1) % n, (i + 1) % n]) {
      out.push(0.75 * x + 0.25 * xy[2 * j]!, 0.75 * y + 0.25 * xy[2 * j + 1]!);
    }
  }
  return out;
}

function isOnEdge(x: number, y: number, side: number): boolean {
  return x === 0 || y === 0 || x === side || y === side;
}

/** The runs of a ring that do not follow the cell's edge. */
function shoresOf(xy: number[], side: number, ring: Ring): Ring[] {
  const n = ring.length;
  const isCut = (i: number) => {
    const j = (i + 1) % n;
    const [ax, ay, bx, by] = [xy[2 * i]!, xy[2 * i + 1]!, xy[2 * j]!, xy[2 * j + 1]!];
    return (ax === bx && (ax === 0 || ax === side)) || (ay === by && (ay === 0 || ay === side));
  };
  const first = ring.findIndex((_, i) => isCut(i));
  if (first < 0) return [[...ring, ring[0]!]];
  const runs: Ring[] = [];
  let run: Ring = [];
  for (let step = 1; step <= n; step++) {
    const i = (first + step) % n;
    run.push(ring[i]!);
    if (isCut(i)) {
      if (run.length > 1) runs.push(run);
      run = [];
    }
  }
  return runs;
}
