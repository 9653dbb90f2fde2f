/**
 * The packed coast, one file:
 *
 *     "LBC1", then varints: levels; per level: units per degree, cell size in degrees, cells;
 *     per cell in rising id: id difference, bytes of its block (0: all land);
 *     then the blocks in the same order.
 *
 * A cell's id is row * columns + column from the south-west corner of the world. A block is
 * bits (lowest first): polygons; per polygon its rings (outer first, then lakes); per ring its
 * points, the Rice parameter of its steps (4 bits), its first point from the cell's south-west corner,
 * then zigzag steps from point to point, in units.
 * Rings are not closed by a repeated point. Rice codes take a third less than varints.
 */
export const MAGIC = [0x4c, 0x42, 0x43, 0x31] as const;

/** Rice parameters of counts and of a ring's first point. */
export const COUNT_K = 3;
export const START_K = 11;

/** One resolution of the coast. */
export interface LevelShape {
  units_per_deg: number;
  cell_deg: number;
}

export function columnsOf(level: LevelShape): number {
  return Math.ceil(360 / level.cell_deg);
}

/** Reads consecutive varints. */
export class VarintReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("The packed coast ends too early.");
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }
}

/** Writes consecutive varints. */
export class VarintWriter {
  private bytes = new Uint8Array(1024);
  length = 0;

  unsigned(value: number): void {
    while (value >= 128) {
      this.byte((value % 128) + 128);
      value = Math.floor(value / 128);
    }
    this.byte(value);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) {
      const grown = new Uint8Array(this.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.length++] = value;
  }

  append(other: Uint8Array): void {
    for (const value of other) this.byte(value);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
