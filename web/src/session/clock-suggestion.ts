/** What a wrong clock of a recording most likely is: weeks that a receiver lost, a zone, or no date. Without React. */
import { type FileAnalysis, lacksZone } from "@leebow/core";
import { zoneOffset } from "../format/times";

const DAY_MS = 86_400_000;
/** GPS receivers count the weeks up to here, and begin again. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;
/** A session is uploaded within so much time. *guess* */
const UPLOADED_WITHIN_MS = 366 * DAY_MS;
/** Older recordings than this are rather ones of today with a wrong week. *guess* */
const OLD_MS = 15 * 365 * DAY_MS;

export interface ClockSuggestion {
  kind: "weeks" | "future" | "zone" | "no_date";
  /** Added to the recorded times, s; null where nothing likely is known. */
  shift_s: number | null;
  /** How many weeks are lost, of that kind. */
  weeks: number;
}

type Recorded = Pick<FileAnalysis, "start_time" | "undated" | "time_zone"> & {
  damage: Pick<FileAnalysis["damage"], "lacks">;
};

/** The likeliest mistake in the clock of a recording that reached Leebow at this moment; null for a clock that may be right. */
export function clockSuggestion(report: Recorded, reached_ms: number): ClockSuggestion | null {
  const start_ms = Date.parse(report.start_time);
  if (report.undated) {
    const day_ms = Math.floor((reached_ms - (start_ms % DAY_MS)) / DAY_MS) * DAY_MS;
    return { kind: "no_date", shift_s: (day_ms - Math.floor(start_ms / DAY_MS) * DAY_MS) / 1000, weeks: 0 };
  }
  const isFuture = start_ms > reached_ms + DAY_MS;
  if (isFuture || start_ms < reached_ms - OLD_MS) {
    for (const turns of [-2, -1, 1, 2]) {
      const at_ms = start_ms + turns * ROLLOVER_MS;
      if (at_ms <= reached_ms + DAY_MS && at_ms > reached_ms - UPLOADED_WITHIN_MS)
        return { kind: "weeks", shift_s: (turns * ROLLOVER_MS) / 1000, weeks: 1024 * Math.abs(turns) };
    }
    if (isFuture) return { kind: "future", shift_s: null, weeks: 0 };
  }
  const offset_ms = report.time_zone === null ? 0 : zoneOffset(start_ms, report.time_zone);
  if (lacksZone(report) && offset_ms !== 0) return { kind: "zone", shift_s: -offset_ms / 1000, weeks: 0 };
  return null;
}
