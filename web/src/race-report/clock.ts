/** The one moment of a race report: chart, map and figures show it. */
import { proxy } from "valtio/vanilla";
import { FrameLoop } from "../playback/frame-loop";

export class ReportClock {
  readonly loop = new FrameLoop();
  /** For components. */
  readonly readout: { time_ms: number };

  constructor(
    readonly from_ms: number,
    readonly to_ms: number,
    at_ms: number | null,
  ) {
    const time_ms = at_ms === null || Number.isNaN(at_ms) ? (from_ms + to_ms) / 2 : at_ms;
    this.readout = proxy({ time_ms: Math.round(this.within(time_ms) / 1000) * 1000 });
  }

  get time_ms(): number {
    return this.readout.time_ms;
  }

  seek(time_ms: number): void {
    const whole = Math.round(this.within(time_ms) / 1000) * 1000;
    if (whole === this.readout.time_ms) return;
    this.readout.time_ms = whole;
    this.loop.request();
  }

  private within(time_ms: number): number {
    return Math.max(this.from_ms, Math.min(this.to_ms, time_ms));
  }
}
