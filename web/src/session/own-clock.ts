/**
 * The clock of a recording, which a correction sets. All other corrections are stored in the recording's own clock, so that
 * they stay with what they were made of when it is set again; the screens show the corrected one.
 */
import type { Correction } from "@leebow/core";

/** What the corrections add to all times of the recording, or of its wind log, s. */
export const clockOf = (corrections: readonly Correction[], of: "clock" | "wind_clock" = "clock"): number =>
  corrections.reduce((sum, { action, shift_s }) => sum + (action === of ? (shift_s ?? 0) : 0), 0);

const TIMES = ["start_time", "end_time", "new_start_time", "new_end_time"] as const;

/** A correction with all its times so many seconds later. */
export function laterBy(correction: Correction, shift_s: number): Correction {
  if (shift_s === 0) return correction;
  const later = { ...correction };
  for (const name of TIMES) {
    const time = correction[name];
    if (time !== undefined) later[name] = new Date(Date.parse(time) + 1000 * shift_s).toISOString();
  }
  return later;
}
