/** Distance by which a simplified path may differ from the recorded one, px. *guess* */
const TOLERANCE_PX = 0.4;

/** Rows of a path that are drawn, by piece between two gaps. */
export type KeptRows = Uint32Array[];

/**
 * A path simplified for each power of two of the scale, computed when it is first drawn at that scale. Rows at which the
 * colour changes are always kept.
 */
export class PathLevels {
  private readonly levels = new Map<number, KeptRows>();
  private colours: Int8Array | null = null;

  constructor(
    private readonly path: Float32Array,
    private readonly piece_starts: Uint32Array,
  ) {}

  /** Rows to draw at a scale in px per m, for these colours by row. */
  at(scale: number, colours: Int8Array | null): KeptRows {
    if (colours !== this.colours) this.levels.clear();
    this.colours = colours;
    const octave = Math.ceil(Math.log2(scale));
    let level = this.levels.get(octave);
    if (!level) {
      level = this.pieces().map(([start, end]) => this.simplify(start, end, TOLERANCE_PX / 2 ** octave));
      this.levels.set(octave, level);
    }
    return level;
  }

  private pieces(): [number, number][] {
    const n = this.path.length / 2;
    return Array.from(this.piece_starts, (start, i) => [start, this.piece_starts[i + 1] ?? n]);
  }

  /**
   * Rows of [start, end) such that every other row is within the tolerance of the line between its neighbours: from each
   * kept row as long as the directions to the following ones have a common interval (the cones of Imai and Iri).
   */
  private simplify(start: number, end: number, tolerance_m: number): Uint32Array {
    const kept: number[] = [start];
    let [anchor, low, high] = [start, -Infinity, Infinity];
    let reference = 0;
    for (let row = start + 1; row < end; row++) {
      const before = row - 1;
      let [angle, half] = this.cone(anchor, row, tolerance_m);
      if (low === -Infinity && half < Math.PI) reference = angle;
      angle = turned(angle - reference);
      const isInside = half >= Math.PI || (angle >= low && angle <= high);
      if (before > anchor && (!isInside || this.isColourChange(before))) {
        kept.push(before);
        [anchor, low, high] = [before, -Infinity, Infinity];
        [angle, half] = this.cone(anchor, row, tolerance_m);
        reference = angle;
        angle = 0;
      }
      if (half >= Math.PI) continue;
      low = Math.max(low, angle - half);
      high = Math.min(high, angle + half);
    }
    if (end - 1 > start) kept.push(end - 1);
    return Uint32Array.from(kept);
  }

  private isColourChange(row: number): boolean {
    return this.colours !== null && this.colours[row] !== this.colours[row - 1];
  }

  /** Direction from one row to another and half the angle that the tolerance spans there; π for rows that coincide. */
  private cone(from: number, to: number, tolerance_m: number): [number, number] {
    const dx = this.path[2 * to]! - this.path[2 * from]!;
    const dy = this.path[2 * to + 1]! - this.path[2 * from + 1]!;
    const distance = Math.hypot(dx, dy);
    return [Math.atan2(dy, dx), distance <= tolerance_m ? Math.PI : Math.asin(tolerance_m / distance)];
  }
}

/** An angle from −π to π. */
function turned(angle: number): number {
  if (angle > Math.PI) return angle - 2 * Math.PI;
  return angle < -Math.PI ? angle + 2 * Math.PI : angle;
}
