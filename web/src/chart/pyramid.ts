/** Smallest and largest of a column over blocks of 2, 4, 8, … rows; NaN is ignored. */
export class Pyramid {
  private readonly low: Float32Array[];
  private readonly high: Float32Array[];

  constructor(readonly values: Float32Array) {
    this.low = [values];
    this.high = [values];
    for (let size = values.length; size > 1; size = Math.ceil(size / 2)) this.addLevel(Math.ceil(size / 2));
  }

  /** Smallest and largest of rows [start, end); both NaN when no row has a value. */
  range(start: number, end: number, into: { low: number; high: number }): void {
    into.low = into.high = NaN;
    let from = Math.max(0, start);
    let to = Math.min(this.values.length, end);
    for (let level = 0; from < to; level++) {
      if (from % 2 === 1) this.take(level, from++, into);
      if (to % 2 === 1) this.take(level, --to, into);
      from /= 2;
      to /= 2;
    }
  }

  private take(level: number, block: number, into: { low: number; high: number }): void {
    const low = this.low[level]![block]!;
    const high = this.high[level]![block]!;
    if (!(into.low <= low)) into.low = Number.isNaN(low) ? into.low : low;
    if (!(into.high >= high)) into.high = Number.isNaN(high) ? into.high : high;
  }

  private addLevel(size: number): void {
    const [below_low, below_high] = [this.low.at(-1)!, this.high.at(-1)!];
    const [low, high] = [new Float32Array(size), new Float32Array(size)];
    const last = below_low.length - 1;
    // Without arrays of two, which are made anew in each round before this code is compiled.
    for (let block = 0; block < size; block++) {
      const first = 2 * block;
      const second = first < last ? first + 1 : last;
      const a = below_low[first]!;
      const b = below_low[second]!;
      // A comparison with NaN is false.
      low[block] = b < a || Number.isNaN(a) ? b : a;
      const c = below_high[first]!;
      const d = below_high[second]!;
      high[block] = d > c || Number.isNaN(c) ? d : c;
    }
    this.low.push(low);
    this.high.push(high);
  }
}

const pyramids = new WeakMap<Float32Array, Pyramid>();

/** The pyramid of a column, built once. */
export function pyramidOf(values: Float32Array): Pyramid {
  const built = pyramids.get(values) ?? new Pyramid(values);
  pyramids.set(values, built);
  return built;
}
