import type { RaceCorrection, RaceNote, RaceNoteCode } from "@leebow/core";
import { Info, TriangleAlert } from "lucide-react";
import { Button } from "../components/button";
import { Notice } from "../components/notice";
import { listed, wordFor } from "../format/counts";
import type { CorrectionEditing } from "./use-corrections";

/** Codes of notes shown as warnings: the result may be wrong. */
const DOUBTS = new Set<RaceNoteCode>(["wind_may_be_reversed", "clock_differs", "correction_not_applied", "no_start"]);

interface RaceNotesProps {
  notes: readonly RaceNote[];
  /** Starts that were recalled, as texts of their times. */
  recalls?: readonly string[];
  practice_starts?: readonly string[];
  /** Null for a viewer who may not change the race. */
  editing?: CorrectionEditing | null;
}

/** What there is to know about the day or the race, a sentence each. */
export function RaceNotes({ notes, recalls = [], practice_starts = [], editing = null }: RaceNotesProps) {
  const added = [
    recalls.length > 0 && `${starts(recalls)} recalled before this race.`,
    practice_starts.length > 0 && `${starts(practice_starts)} followed by no race and counted as practice.`,
  ].filter((one) => one !== false);
  if (notes.length + added.length === 0) return null;
  return (
    <div>
      {notes.map(({ code, text, track, clock_ahead_s: ahead_s }) => (
        <Notice
          key={`${code} ${track} ${text}`}
          icon={DOUBTS.has(code) ? TriangleAlert : Info}
          warn={DOUBTS.has(code)}
          action={
            editing &&
            track !== null &&
            ahead_s !== undefined && (
              <Button kind="quiet" onClick={() => editing.change(withClock({ action: "set_clock", track, ahead_s }))}>
                Set her clock
              </Button>
            )
          }
        >
          {text}
        </Notice>
      ))}
      {added.map((text) => (
        <Notice key={text} icon={Info}>
          {text}
        </Notice>
      ))}
    </div>
  );
}

/** A change of the corrections that sets a clock. */
const withClock = (set: RaceCorrection & { action: "set_clock" }) => (list: readonly RaceCorrection[]) => [
  ...list.filter((one) => one.action !== "set_clock" || one.track !== set.track),
  set,
];

const starts = (times: readonly string[]) =>
  `The ${wordFor(times.length, "start")} at ${listed(times)} ${wordFor(times.length, "was", "were")}`;
