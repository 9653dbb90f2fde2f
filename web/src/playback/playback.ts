import { proxy } from "valtio/vanilla";
import type { Boat } from "./boat";
import { Clock, type Speed, type TimeRange } from "./clock";
import { FrameLoop } from "./frame-loop";
import { hasSailing, leftOutTimes } from "./rows";

/** The time for React: written at most ten times a second, and at once after user input. */
interface Readout {
  time_ms: number;
  playing: boolean;
  speed: Speed;
}

const READOUT_EVERY_MS = 100;

/** A replay: boats with one clock and one frame loop. */
export class Playback {
  readonly clock: Clock;
  readonly loop: FrameLoop;
  readonly readout: Readout;
  private readout_ms = -Infinity;
  private isStale = true;

  constructor(
    readonly boats: readonly Boat[],
    loop = new FrameLoop(),
  ) {
    this.loop = loop;
    this.clock = new Clock(spanOf(boats), passedOver(boats));
    this.readout = proxy({
      time_ms: this.clock.time_ms,
      playing: false,
      speed: this.clock.speed,
    });
    loop.subscribe("clock", ({ elapsed_ms }) => this.advance(elapsed_ms));
    loop.subscribe("readout", ({ now_ms }) => this.updateReadout(now_ms));
  }

  get time_ms(): number {
    return this.clock.time_ms;
  }

  toggle(): void {
    this.clock.toggle();
    this.changed();
  }

  pause(): void {
    if (this.clock.playing) this.toggle();
  }

  seek(time_ms: number): void {
    this.clock.seek(time_ms);
    this.changed();
  }

  stepSpeed(): void {
    this.clock.stepSpeed();
    this.changed();
  }

  setSection(section: TimeRange | null): void {
    this.clock.section = section;
    this.changed();
  }

  dispose(): void {
    this.loop.stop();
  }

  private advance(elapsed_ms: number): void {
    const wasPlaying = this.clock.playing;
    this.clock.advance(elapsed_ms);
    if (wasPlaying && !this.clock.playing) this.changed();
  }

  private changed(): void {
    this.isStale = true;
    this.loop.hold(this, this.clock.playing);
    this.loop.request();
  }

  private updateReadout(now_ms: number): void {
    if (!this.isStale && now_ms - this.readout_ms < READOUT_EVERY_MS) return;
    this.isStale = false;
    this.readout_ms = now_ms;
    const { time_ms, playing, speed } = this.clock;
    this.readout.time_ms = time_ms;
    this.readout.playing = playing;
    this.readout.speed = speed;
  }
}

/** Long times without a position, and what of a single recording is left out. */
function passedOver(boats: readonly Boat[]): TimeRange[] {
  const [only, ...others] = boats;
  const leftOut = only && others.length === 0 && hasSailing(only.report) ? leftOutTimes(only.report) : [];
  return [...leftOut, ...quietTimes(boats)];
}

function spanOf(boats: readonly Boat[]): TimeRange {
  const starts = boats.filter(({ columns }) => columns.n > 0).map(({ columns }) => columns.time_ms[0]!);
  const ends = boats.filter(({ columns }) => columns.n > 0).map(({ columns }) => columns.time_ms[columns.n - 1]!);
  return { from_ms: Math.min(...starts), to_ms: Math.max(...ends) };
}

/** Playback passes over a time without any boat that is longer than this, ms: the night between two days. *guess* */
const MIN_QUIET_MS = 10 * 60_000;

/** The long times within a replay in which no boat has a position, in their order. */
export function quietTimes(boats: readonly Boat[]): TimeRange[] {
  const sailed = boats.flatMap(piecesOf).sort((a, b) => a.from_ms - b.from_ms);
  const quiet: TimeRange[] = [];
  let until_ms = sailed[0]?.to_ms ?? NaN;
  for (const { from_ms, to_ms } of sailed) {
    if (from_ms - until_ms > MIN_QUIET_MS) quiet.push({ from_ms: until_ms, to_ms: from_ms });
    until_ms = Math.max(until_ms, to_ms);
  }
  return quiet;
}

function piecesOf({ columns, piece_starts }: Boat): TimeRange[] {
  const { time_ms, n } = columns;
  return Array.from(piece_starts, (start, i) => ({
    from_ms: time_ms[start]!,
    to_ms: time_ms[(piece_starts[i + 1] ?? n) - 1]!,
  }));
}
