import { type FileAnalysis, lacksZone } from "@leebow/core";
import { TriangleAlert } from "lucide-react";
import { setClock } from "../../corrections/correct";
import { clock, clockSeconds, day, shortDay, zoneName, zoneOffset } from "../../format/times";
import type { CorrectionSource } from "../../session/correction-source";
import { clockOf } from "../../session/own-clock";
import type { ReplayModel } from "../../session/replay-model";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/empty-state";

interface ClockNoticeProps {
  model: ReplayModel;
  source: CorrectionSource;
  /** Opens the form of the clock. */
  onHand: () => void;
}

/** What the clock of a recording most likely lacks, and a press that sets it; nothing where it may be right or is set. */
export function ClockNotice({ model, source, onHand }: ClockNoticeProps) {
  const { report } = model.data;
  if (!source.edit || clockOf(source.corrections) !== 0) return null;
  const found = clockSuggestion(report, source.reached_ms ?? Date.now());
  if (!found) return null;
  const start_ms = Date.parse(report.start_time);
  const then_ms = found.shift_s === null ? null : start_ms + 1000 * found.shift_s;
  const { lead, rest } = textsOf(found, start_ms, then_ms, model.zone);
  const moment = then_ms !== null && `${shortDay(then_ms, model.zone)}, ${clockSeconds(then_ms, model.zone)}`;
  const goal = then_ms !== null && (found.kind === "zone" ? clock(then_ms, model.zone) : shortDay(then_ms, model.zone));
  return (
    <Notice
      warn
      icon={TriangleAlert}
      action={
        <span className="wrap gap-8">
          <Button onClick={onHand}>By hand</Button>
          {found.shift_s !== null && (
            <Button
              kind="primary"
              busy={source.busy}
              onClick={() => void setClock(source, found.shift_s!, `The clock is set: ${moment}.`)}
            >
              Set to {goal}
            </Button>
          )}
        </span>
      }
    >
      <b>{lead}</b> {rest}
    </Notice>
  );
}

function textsOf({ kind, weeks }: ClockSuggestion, start_ms: number, then_ms: number | null, zone: string | null) {
  const year = new Date(start_ms).getUTCFullYear();
  if (kind === "weeks")
    return {
      lead: `The clock is ${weeks.toLocaleString("en-GB")} weeks off.`,
      rest: `The recording says ${year}; it was most likely ${day(then_ms, zone)}.`,
    };
  if (kind === "zone")
    return {
      lead: "The times have no zone.",
      rest: `Read as UTC, it starts at ${clock(start_ms, zone)}, ${zoneName(zone)}; as times of the place at ${clock(then_ms, zone)}.`,
    };
  if (kind === "no_date")
    return {
      lead: "The file has times of day and no date.",
      rest: `It starts at ${clockSeconds(start_ms, null)}, most likely on ${day(then_ms, zone)}, the day it came.`,
    };
  return { lead: "This recording starts in the future.", rest: `It says ${day(start_ms, zone)}.` };
}

// What a wrong clock of a recording most likely is: weeks that a receiver lost, a zone, or no date. Without React.

const DAY_MS = 86_400_000;
/** GPS receivers count the weeks up to here, and begin again. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;
/** A session is uploaded within so much time. *guess* */
const UPLOADED_WITHIN_MS = 366 * DAY_MS;
/** Older recordings than this are rather ones of today with a wrong week. *guess* */
const OLD_MS = 15 * 365 * DAY_MS;

interface ClockSuggestion {
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
