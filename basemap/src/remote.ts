import {
  type Basemap,
  type Bbox,
  cellsIn,
  INDEX_BYTES,
  isInside,
  joinLand,
  type Land,
  type Level,
  landOfCell,
  open,
  readIndex,
  turnedBy,
} from "./basemap";

/** The packed coast at an address. The cells of one place are a few kilobytes. */
export interface RemoteBasemap {
  land(box: Bbox, options?: { coarse?: boolean; smooth?: boolean }): Promise<Land>;
  is_land(lon: number, lat: number): Promise<boolean>;
}

/** Reads `length` bytes from `from`; may return more when the source does not support ranges. */
export type RangeReader = (from: number, length: number) => Promise<{ bytes: Uint8Array; isComplete: boolean }>;

/** Reads the index; blocks are read on demand. A server without ranges sends the complete file once. */
export async function openRemote(read: RangeReader): Promise<RemoteBasemap> {
  const head = await read(0, INDEX_BYTES);
  if (head.isComplete) return fromMemory(open(head.bytes));
  const levels = readIndex(head.bytes);
  const fine = levels[levels.length - 1]!;
  const blocks = new Map<string, Promise<Uint8Array>>();
  const cell = async (level: Level, id: number, smooth: boolean): Promise<Land> => {
    const { from, length } = level.cells.get(id)!;
    const key = `${from}`;
    if (length > 0 && !blocks.has(key)) {
      const block = read(from, length).then((part) => part.bytes);
      blocks.set(key, block);
      // A block that could not be read is read again the next time it is needed.
      block.catch(() => blocks.delete(key));
    }
    return landOfCell(level, id, length > 0 ? await blocks.get(key)! : new Uint8Array(0), smooth);
  };
  return {
    async land(box, { coarse = false, smooth = true } = {}) {
      const level = coarse ? levels[0]! : fine;
      const cells = cellsIn(level, box).map(async ({ id, turns_deg }) =>
        turnedBy(await cell(level, id, smooth && !coarse), turns_deg),
      );
      return joinLand(await Promise.all(cells));
    },
    async is_land(lon, lat) {
      const [found] = cellsIn(fine, { west: lon, east: lon, south: lat, north: lat });
      return found !== undefined && isInside(await cell(fine, found.id, false), lon - found.turns_deg, lat);
    },
  };
}

function fromMemory(basemap: Basemap): RemoteBasemap {
  return {
    land: async (box, options) => basemap.land(box, options),
    is_land: async (lon, lat) => basemap.is_land(lon, lat),
  };
}
