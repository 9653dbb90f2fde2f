/** Playback speeds, multiples of real time; stepping past the last gives the first. */
export const SPEEDS = [1, 2, 10, 20, 100] as const;
export type Speed = (typeof SPEEDS)[number];
const DEFAULT_SPEED: Speed = 20;

/** A range of time, `from_ms` before `to_ms`. */
export interface TimeRange {
  from_ms: number;
  to_ms: number;
}

/** The time of a replay. It starts paused, at the first moment that is not quiet. */
export class Clock {
  time_ms: number;
  playing = false;
  speed: Speed = DEFAULT_SPEED;
  /** Range to play: playback stops at its end and returns to its start. */
  section: TimeRange | null = null;

  /** `quiet`: times which playback passes over; where it is started within one it plays there. */
  constructor(
    readonly whole: TimeRange,
    private readonly quiet: readonly TimeRange[] = [],
  ) {
    this.time_ms = this.beginning_ms;
  }

  get bounds(): TimeRange {
    return this.section ?? this.whole;
  }

  /** Where playback begins: the first moment of the section, or of what is not quiet. */
  private get beginning_ms(): number {
    if (this.section) return this.section.from_ms;
    const { from_ms } = this.whole;
    return this.quiet.find((quiet) => quiet.from_ms <= from_ms)?.to_ms ?? from_ms;
  }

  /** Advances by this much real time. Past the end it pauses and returns to the start. */
  advance(elapsed_ms: number): void {
    if (!this.playing) return;
    const before_ms = this.time_ms;
    this.time_ms += elapsed_ms * this.speed;
    const quiet = this.quiet.find(
      ({ from_ms, to_ms }) => before_ms <= from_ms && this.time_ms > from_ms && this.time_ms < to_ms,
    );
    if (quiet) this.time_ms = quiet.to_ms;
    if (this.time_ms <= this.bounds.to_ms) return;
    this.playing = false;
    this.time_ms = this.beginning_ms;
  }

  seek(time_ms: number): void {
    this.time_ms = Math.min(this.whole.to_ms, Math.max(this.whole.from_ms, time_ms));
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && (this.time_ms < this.bounds.from_ms || this.time_ms >= this.bounds.to_ms))
      this.time_ms = this.beginning_ms;
  }

  stepSpeed(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
  }
}
