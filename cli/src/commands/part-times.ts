import { type Correction, clockShiftOf, type FileAnalysis } from "@leebow/core";
import { InvalidArgumentError } from "commander";
import { clockOf } from "../exporters/time.ts";

/** A span of local times of day, s since midnight. */
export interface TimeSpan {
  from_s: number;
  to_s: number;
}

const DAY_S = 86_400;

/** `14:03-14:20`, added to the spans given before. */
export function timeSpans(word: string, before: TimeSpan[] = []): TimeSpan[] {
  const found = /^(\d{1,2}:\d{2}(?::\d{2})?)-(\d{1,2}:\d{2}(?::\d{2})?)$/.exec(word.trim());
  const [from_s, to_s] = [found?.[1], found?.[2]].map((text) => (text ? secondsOf(text) : Number.NaN)) as [
    number,
    number,
  ];
  if (!(from_s < DAY_S && to_s < DAY_S) || from_s === to_s)
    throw new InvalidArgumentError("It must be two times of day, like 14:03-14:20.");
  return [...before, { from_s, to_s }];
}

/** `+2h`, `-0:00:03`, `+1d2h`, `90 s`, as s. */
export function clockShift(word: string): number {
  const shift_s = clockShiftOf(word);
  if (shift_s === null) throw new InvalidArgumentError("It must be a time like +2h, -0:00:03, +59d or +1024w.");
  return shift_s;
}

function secondsOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return minutes < 60 && seconds < 60 ? (hours * 60 + minutes) * 60 + seconds : Number.NaN;
}

/** The corrections of the parts of a recording, in its own clock. */
export function partCorrections(
  report: Pick<FileAnalysis, "start_time" | "time_zone">,
  leaveOut: readonly TimeSpan[],
  takeIn: readonly TimeSpan[],
  shift_s: number,
): Correction[] {
  const start_ms = Date.parse(report.start_time);
  const started_s = secondsOf(clockOf(report.time_zone).time(report.start_time));
  // A span may begin before the recording does.
  const after = (of_day_s: number, from_s: number) => (((of_day_s - from_s) % DAY_S) + DAY_S) % DAY_S;
  const iso = (after_start_s: number) => new Date(start_ms + (after_start_s - shift_s) * 1000).toISOString();
  const correction = (action: "leave_out" | "take_in", { from_s, to_s }: TimeSpan): Correction => {
    const after_s = after(from_s, started_s);
    const length_s = after(to_s, from_s);
    const begins_s = after_s + length_s > DAY_S ? after_s - DAY_S : after_s;
    return { action, start_time: iso(begins_s), end_time: iso(begins_s + length_s) };
  };
  return [
    ...leaveOut.map((span) => correction("leave_out", span)),
    ...takeIn.map((span) => correction("take_in", span)),
  ];
}
