import type { RaceNote, RaceNoteCode } from "@leebow/core";
import { Info, TriangleAlert } from "lucide-react";
import { Notice } from "../components/notice";
import { listed, wordFor } from "../format/counts";

/** Codes of notes shown as warnings: the result may be wrong. */
const DOUBTS = new Set<RaceNoteCode>(["wind_may_be_reversed", "clock_differs", "correction_not_applied", "no_start"]);

interface RaceNotesProps {
  notes: readonly RaceNote[];
  /** Starts that were recalled, as texts of their times. */
  recalls?: readonly string[];
  practice_starts?: readonly string[];
}

/** What there is to know about the day or the race, a sentence each. */
export function RaceNotes({ notes, recalls = [], practice_starts = [] }: RaceNotesProps) {
  const added = [
    recalls.length > 0 && `${starts(recalls)} recalled before this race.`,
    practice_starts.length > 0 && `${starts(practice_starts)} followed by no race and counted as practice.`,
  ].filter((one) => one !== false);
  if (notes.length + added.length === 0) return null;
  return (
    <div>
      {notes.map(({ code, text, track }) => (
        <Notice key={`${code} ${track} ${text}`} icon={DOUBTS.has(code) ? TriangleAlert : Info} warn={DOUBTS.has(code)}>
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

const starts = (times: readonly string[]) =>
  `The ${wordFor(times.length, "start")} at ${listed(times)} ${wordFor(times.length, "was", "were")}`;
