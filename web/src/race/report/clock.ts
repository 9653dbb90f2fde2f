/** The one moment of a race report: chart, map and figures show it. */
import { useEffect, useMemo } from "react";
import { proxy } from "valtio/vanilla";
import { dayKey, instantOf } from "../../format/times";
import { FrameLoop } from "../../playback/frame-loop";
import type { Place } from "./report-place";

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

/** The clock of the race that is shown; null without one. */
export function useReportClock(place: Place | null): ReportClock | null {
  const [start_ms, end_ms] = [place?.race.start_time, place?.race.end_time].map((at) => Date.parse(at ?? ""));
  // A link names a moment; later the clock goes its own way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of the address is where the clock begins.
  const clock = useMemo(
    () => (Number.isNaN(start_ms) ? null : new ReportClock(start_ms!, end_ms!, place?.time_ms ?? null)),
    [start_ms, end_ms],
  );
  useEffect(() => () => clock?.loop.stop(), [clock]);
  return clock;
}

/** The instant of a time of day, "12:30:05" or "12:30", on the day of another instant in a zone; null of other text. */
export function timeOfDay(text: string, day_ms: number, zone: string | null): number | null {
  const match = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = [match[1], match[2], match[3] ?? "0"].map(Number) as [number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return instantOf(`${dayKey(day_ms, zone)}T${two(hours)}:${two(minutes)}`, zone) + seconds * 1000;
}
