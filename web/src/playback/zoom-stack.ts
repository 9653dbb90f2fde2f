import type { TimeRange } from "./clock";

/** Shortest range that can be zoomed into, ms. *guess* */
const MIN_RANGE_MS = 1000;

/** The stack of zoomed ranges; empty for the whole session. */
export class ZoomStack {
  private ranges: TimeRange[] = [];

  constructor(readonly whole: TimeRange) {}

  get current(): TimeRange {
    return this.ranges.at(-1) ?? this.whole;
  }

  get depth(): number {
    return this.ranges.length;
  }

  /** Zooms into a range given in either order; ranges below the minimum are ignored. */
  push(a_ms: number, b_ms: number): boolean {
    const from_ms = Math.max(this.whole.from_ms, Math.min(a_ms, b_ms));
    const to_ms = Math.min(this.whole.to_ms, Math.max(a_ms, b_ms));
    if (to_ms - from_ms < MIN_RANGE_MS) return false;
    this.ranges.push({ from_ms, to_ms });
    return true;
  }

  /** Removes the last zoom; false when there is none. */
  pop(): boolean {
    return this.ranges.pop() !== undefined;
  }

  clear(): void {
    this.ranges = [];
  }
}
