import { TriangleAlert } from "lucide-react";
import { Button } from "../components/button";
import { Notice } from "../components/notice";
import { setClock } from "../corrections/correct";
import { clock, clockSeconds, day, shortDay, zoneName } from "../format/times";
import { type ClockSuggestion, clockSuggestion } from "../session/clock-suggestion";
import type { CorrectionSource } from "../session/correction-source";
import { clockOf } from "../session/own-clock";
import type { ReplayModel } from "../session/replay-model";
import styles from "./parts.module.css";

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
        <span className={styles.answers}>
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
