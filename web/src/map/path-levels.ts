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
   * row that is drawn, as long as the directions to the following ones have a common interval (the cones of Imai and Iri).
   */
  private simplify(start: number, end: number, tolerance_m: number): Uint32Array {
    const { path } = this;
    const kept: number[] = [start];
    const cone = new Cone(tolerance_m);
    let anchor = start;
    for (let row = start + 1; row < end; row++) {
      const before = row - 1;
      let dx = path[2 * row]! - path[2 * anchor]!;
      let dy = path[2 * row + 1]! - path[2 * anchor + 1]!;
      if (before > anchor && (!cone.holds(dx, dy) || this.isColourChange(before))) {
        kept.push(before);
        anchor = before;
        cone.open();
        dx = path[2 * row]! - path[2 * anchor]!;
        dy = path[2 * row + 1]! - path[2 * anchor + 1]!;
      }
      cone.narrow(dx, dy);
    }
    if (end - 1 > start) kept.push(end - 1);
    return Uint32Array.from(kept);
  }

  private isColourChange(row: number): boolean {
    return this.colours !== null && this.colours[row] !== this.colours[row - 1];
  }
}

/** Directions from a point in which lines pass all following points within a tolerance, as two vectors of any length. */
class Cone {
  private isOpen = true;
  /** Clockwise end and counterclockwise end. */
  private right_x = 0;
  private right_y = 0;
  private left_x = 0;
  private left_y = 0;

  constructor(private readonly tolerance_m: number) {}

  /** Admits every direction. */
  open(): void {
    this.isOpen = true;
  }

  /** Whether a line to the point dx, dy is inside. A point within the tolerance always is. */
  holds(dx: number, dy: number): boolean {
    if (this.isOpen || dx * dx + dy * dy <= this.tolerance_m ** 2) return true;
    return this.right_x * dy - this.right_y * dx >= 0 && dx * this.left_y - dy * this.left_x >= 0;
  }

  /** Leaves only directions that pass the point dx, dy within the tolerance. */
  narrow(dx: number, dy: number): void {
    const reach = dx * dx + dy * dy - this.tolerance_m ** 2;
    if (!(reach > 0)) return;
    // The tangents to the circle about the point: its direction turned by ± asin(tolerance / distance).
    const cos = Math.sqrt(reach);
    const sin = this.tolerance_m;
    const left_x = dx * cos - dy * sin;
    const left_y = dx * sin + dy * cos;
    if (this.isOpen || left_x * this.left_y - left_y * this.left_x > 0) {
      this.left_x = left_x;
      this.left_y = left_y;
    }
    const right_x = dx * cos + dy * sin;
    const right_y = dy * cos - dx * sin;
    if (this.isOpen || this.right_x * right_y - this.right_y * right_x > 0) {
      this.right_x = right_x;
      this.right_y = right_y;
    }
    this.isOpen = false;
  }
}
