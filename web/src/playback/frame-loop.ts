/** The argument of the subscribers of an animation frame. */
interface Frame {
  /** Timestamp of requestAnimationFrame, ms. */
  now_ms: number;
  /** Time since the previous frame, ms; 0 for the first after a pause. */
  elapsed_ms: number;
}

type FrameStep = (frame: Frame) => void;

/** Longest step of one frame, ms, so that the replay does not jump after the tab was hidden. *guess* */
const MAX_STEP_MS = 250;
const KEPT_FRAMES = 600;

/**
 * The animation frame loop. Subscribers run in the order of {@link FRAME_PASSES}, those of one pass as they were added.
 * It runs only while it is held or a frame is requested.
 */
export class FrameLoop {
  /** Replaced, not changed: a frame runs those of its beginning. */
  private steps: readonly { order: number; step: FrameStep }[] = [];
  private readonly holders = new Set<object>();
  private readonly failed = new WeakSet<FrameStep>();
  private handle = 0;
  private before_ms: number | null = null;
  private readonly kept = new Float32Array(KEPT_FRAMES);
  private count = 0;

  constructor(
    private readonly schedule: (run: (now_ms: number) => void) => number = (run) => requestAnimationFrame(run),
    private readonly cancel: (handle: number) => void = (handle) => cancelAnimationFrame(handle),
  ) {}

  /** Adds a subscriber to a pass. Returns the function that removes it. */
  subscribe(pass: FramePass, step: FrameStep): () => void {
    const entry = { order: FRAME_PASSES.indexOf(pass), step };
    this.steps = [...this.steps, entry].sort((a, b) => a.order - b.order);
    this.request();
    return () => {
      this.steps = this.steps.filter((one) => one !== entry);
    };
  }

  /** Runs frames continuously while at least one holder is registered. */
  hold(holder: object, running: boolean): void {
    if (running) this.holders.add(holder);
    else this.holders.delete(holder);
    if (running) this.request();
  }

  /** Requests one frame. */
  request(): void {
    if (this.handle === 0) this.handle = this.schedule((now_ms) => this.run(now_ms));
  }

  /** JavaScript time of the latest frames, ms, oldest first. */
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
    this.holders.clear();
  }

  private run(now_ms: number): void {
    this.handle = 0;
    const began = performance.now();
    const elapsed_ms = this.before_ms === null ? 0 : Math.min(MAX_STEP_MS, Math.max(0, now_ms - this.before_ms));
    for (const { step } of this.steps) this.runStep(step, { now_ms, elapsed_ms });
    this.kept[this.count++ % KEPT_FRAMES] = performance.now() - began;
    const goOn = this.holders.size > 0;
    this.before_ms = goOn ? now_ms : null;
    if (goOn) this.request();
  }

  /** A step that throws ends neither the loop nor the other steps. Its first error is reported, not one of each frame. */
  private runStep(step: FrameStep, frame: Frame): void {
    try {
      step(frame);
    } catch (cause) {
      if (this.failed.has(step)) return;
      this.failed.add(step);
      reportError(cause);
    }
  }
}

/** The passes of an animation frame, in the order they run. A subscriber of the frame loop belongs to one of them. */
const FRAME_PASSES = [
  /** Advances the time of the replay. */
  "clock",
  /** Camera, paths and boats of the map. */
  "map",
  /** Playhead and overview of a chart. */
  "chart",
  /** What lies over the map and follows its camera: wind dial and scale bar. */
  "overlay",
  /** A video follows the clock. */
  "video",
  /** The time for React, after all drawing. */
  "readout",
] as const;

type FramePass = (typeof FRAME_PASSES)[number];
