/** What one animation frame tells its subscribers. */
export interface Frame {
  /** Time of the frame, ms, as requestAnimationFrame says it. */
  now_ms: number;
  /** Since the frame before; 0 for the first after a rest. */
  elapsed_ms: number;
}

export type FrameStep = (frame: Frame) => void;

/** Longest step a frame may claim: after a hidden tab the session must not leap. */
const LONGEST_STEP_MS = 250;
const KEPT_FRAMES = 600;

/**
 * The one animation frame loop. Steps run in the order given: the clock first, then whatever draws.
 * It rests unless someone keeps it running or asks for a frame.
 */
export class FrameLoop {
  private readonly steps: { order: number; step: FrameStep }[] = [];
  private readonly keepers = new Set<object>();
  private handle = 0;
  private before_ms: number | null = null;
  private readonly kept = new Float32Array(KEPT_FRAMES);
  private count = 0;

  constructor(
    private readonly schedule: (run: (now_ms: number) => void) => number = (run) => requestAnimationFrame(run),
    private readonly cancel: (handle: number) => void = (handle) => cancelAnimationFrame(handle),
  ) {}

  /** Lower orders run first. Gives the way out. */
  subscribe(step: FrameStep, order = 1): () => void {
    const entry = { order, step };
    this.steps.push(entry);
    this.steps.sort((a, b) => a.order - b.order);
    this.request();
    return () => void this.steps.splice(this.steps.indexOf(entry), 1);
  }

  /** Frames follow each other while at least one keeper wants them. */
  keep(keeper: object, running: boolean): void {
    if (running) this.keepers.add(keeper);
    else this.keepers.delete(keeper);
    if (running) this.request();
  }

  /** Something changed: one frame, soon. */
  request(): void {
    if (this.handle === 0) this.handle = this.schedule((now_ms) => this.run(now_ms));
  }

  /** JS time of the latest frames, ms, oldest first. */
  frame_ms(): Float32Array {
    const size = Math.min(this.count, KEPT_FRAMES);
    return Float32Array.from({ length: size }, (_, i) => this.kept[(this.count - size + i) % KEPT_FRAMES]!);
  }

  clearTimings(): void {
    this.count = 0;
  }

  stop(): void {
    if (this.handle !== 0) this.cancel(this.handle);
    this.handle = 0;
    this.keepers.clear();
  }

  private run(now_ms: number): void {
    this.handle = 0;
    const began = performance.now();
    const elapsed_ms = this.before_ms === null ? 0 : Math.min(LONGEST_STEP_MS, Math.max(0, now_ms - this.before_ms));
    for (const { step } of [...this.steps]) step({ now_ms, elapsed_ms });
    this.kept[this.count++ % KEPT_FRAMES] = performance.now() - began;
    const goOn = this.keepers.size > 0;
    this.before_ms = goOn ? now_ms : null;
    if (goOn) this.request();
  }
}
