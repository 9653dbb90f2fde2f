export interface TimeRange {
  from_ms: number;
  to_ms: number;
}

/** Nobody means a shorter range than this when dragging. */
const SHORTEST_MS = 1000;

/** Ranges zoomed into, one over the other; empty shows the whole. */
export class ZoomStack {
  private ranges: TimeRange[] = [];

  constructor(readonly whole: TimeRange) {}

  get current(): TimeRange {
    return this.ranges.at(-1) ?? this.whole;
  }

  get depth(): number {
    return this.ranges.length;
  }

  /** Zooms into a range, in whichever direction it was dragged. A click is no range. */
  push(a_ms: number, b_ms: number): boolean {
    const from_ms = Math.max(this.whole.from_ms, Math.min(a_ms, b_ms));
    const to_ms = Math.min(this.whole.to_ms, Math.max(a_ms, b_ms));
    if (to_ms - from_ms < SHORTEST_MS) return false;
    this.ranges.push({ from_ms, to_ms });
    return true;
  }

  /** One zoom back; false when there was none. */
  pop(): boolean {
    return this.ranges.pop() !== undefined;
  }

  clear(): void {
    this.ranges = [];
  }
}
