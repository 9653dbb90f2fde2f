import { decodeBlock, type Ring } from "./block";
import { columnsOf, type LevelShape, MAGIC, VarintReader } from "./format";

export interface Bbox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Land of one grid cell. */
export interface Land {
  /** Outer ring first, then its lakes; closed, [lon, lat] in degrees. Fill with even-odd or as GeoJSON polygons. */
  polygons: Ring[][];
  /** The same outlines without the straight cuts along the grid: these are stroked. */
  shores: Ring[];
}

export interface Level extends LevelShape {
  cells: Cells;
}

/** Positions of the blocks in the file by cell id. Tens of thousands of cells are read for a map that shows a few. */
export class Cells {
  /** `ids` rise; the block of the i-th is from `starts[i]` to `starts[i + 1]`, bytes. */
  constructor(
    private readonly ids: Uint32Array,
    private readonly starts: Uint32Array,
  ) {}

  get size(): number {
    return this.ids.length;
  }

  /** The block of a cell, of length 0 where all is land; undefined where all is water. */
  get(id: number): { from: number; length: number } | undefined {
    const { ids, starts } = this;
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return ids[low] === id ? { from: starts[low]!, length: starts[low + 1]! - starts[low]! } : undefined;
  }
}

/** Upper bound of the index, bytes. */
export const INDEX_BYTES = 160_000;

/** Reads the index at the start of the packed coast; `bytes` may stop anywhere after it. */
export function readIndex(bytes: Uint8Array): Level[] {
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new TypeError("This is not a packed coast.");
  const reader = new VarintReader(bytes, MAGIC.length);
  const tables = Array.from({ length: reader.unsigned() }, () => readTable(reader));
  let from = reader.at;
  return tables.map(({ ids, starts, ...shape }) => {
    for (let i = 0; i < starts.length; i++) starts[i]! += from;
    from = starts[ids.length]!;
    return { ...shape, cells: new Cells(ids, starts) };
  });
}

/** One level of the index, its blocks from 0. */
function readTable(reader: VarintReader): LevelShape & { ids: Uint32Array; starts: Uint32Array } {
  const shape = { units_per_deg: reader.unsigned(), cell_deg: reader.unsigned() };
  const count = reader.unsigned();
  const ids = new Uint32Array(count);
  const starts = new Uint32Array(count + 1);
  for (let i = 0, id = 0; i < count; i++) {
    ids[i] = id += reader.unsigned();
    starts[i + 1] = starts[i]! + reader.unsigned();
  }
  return { ...shape, ids, starts };
}

/** A cell, and the full turns to the longitudes of the box that it was found for, degrees. */
export interface PlacedCell {
  id: number;
  turns_deg: number;
}

/** The cells a box touches, each once. The longitudes of a box over the date line go on beyond ±180°. */
export function cellsIn(level: Level, box: Bbox): PlacedCell[] {
  const columns = columnsOf(level);
  const row = (lat: number) => Math.floor((Math.min(89.999, Math.max(-90, lat)) + 90) / level.cell_deg);
  const column = (lon: number) => Math.floor((lon + 180) / level.cell_deg);
  const first = column(box.west);
  const last = Math.min(column(box.east), first + columns - 1);
  const cells: PlacedCell[] = [];
  for (let r = row(box.south); r <= row(box.north); r++) {
    for (let c = first; c <= last; c++) {
      const turns = Math.floor(c / columns);
      cells.push({ id: r * columns + c - turns * columns, turns_deg: turns * 360 });
    }
  }
  return cells.filter(({ id }) => level.cells.get(id) !== undefined);
}

/** The land at longitudes this far east of its own, degrees. */
export function turnedBy(land: Land, turns_deg: number): Land {
  if (turns_deg === 0) return land;
  const turn = (ring: Ring): Ring => ring.map(([lon, lat]) => [lon + turns_deg, lat]);
  return { polygons: land.polygons.map((rings) => rings.map(turn)), shores: land.shores.map(turn) };
}

/** The land of one cell from its block (empty: all land). */
export function landOfCell(level: Level, id: number, block: Uint8Array, smooth: boolean): Land {
  const columns = columnsOf(level);
  const west = (id % columns) * level.cell_deg - 180;
  const south = Math.floor(id / columns) * level.cell_deg - 90;
  if (block.length > 0) return decodeBlock(block, { ...level, west, south }, smooth);
  const [east, north] = [west + level.cell_deg, south + level.cell_deg];
  return {
    polygons: [
      [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    ],
    shores: [],
  };
}

/** The complete packed coast in memory. */
export interface Basemap {
  /** Land that lies in or near the box. `coarse` is for views of more than about 8°. */
  land(box: Bbox, options?: { coarse?: boolean; smooth?: boolean }): Land;
  is_land(lon: number, lat: number): boolean;
}

export function open(bytes: Uint8Array): Basemap {
  const levels = readIndex(bytes);
  const cache = new Map<string, Land>();
  const cell = (level: Level, id: number, smooth: boolean): Land => {
    const key = `${level.cell_deg} ${id} ${smooth}`;
    let land = cache.get(key);
    if (land === undefined) {
      const { from, length } = level.cells.get(id)!;
      land = landOfCell(level, id, bytes.subarray(from, from + length), smooth);
      if (cache.size > 64) cache.clear();
      cache.set(key, land);
    }
    return land;
  };
  const fine = levels[levels.length - 1]!;
  return {
    land(box, { coarse = false, smooth = true } = {}) {
      const level = coarse ? levels[0]! : fine;
      return joinLand(
        cellsIn(level, box).map(({ id, turns_deg }) => turnedBy(cell(level, id, smooth && !coarse), turns_deg)),
      );
    },
    is_land(lon, lat) {
      const [found] = cellsIn(fine, { west: lon, east: lon, south: lat, north: lat });
      return found !== undefined && isInside(cell(fine, found.id, false), lon - found.turns_deg, lat);
    },
  };
}

export function joinLand(parts: Land[]): Land {
  return { polygons: parts.flatMap((part) => part.polygons), shores: parts.flatMap((part) => part.shores) };
}

/** Whether a position is on land: in an outer ring and in none of its lakes. */
export function isInside(land: Land, lon: number, lat: number): boolean {
  return land.polygons.some((polygon) => polygon.filter((ring) => isInRing(ring, lon, lat)).length % 2 === 1);
}

function isInRing(ring: Ring, lon: number, lat: number): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    if (ay > lat !== by > lat && lon < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
