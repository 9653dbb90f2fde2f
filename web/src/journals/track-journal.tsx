import type { Track } from "@leebow/api/contract";
import { clock, shortDay } from "../format/times";
import { JournalDialog } from "./journal-dialog";

/** The journal of a track. */
export function TrackJournal({ track, onClose }: { track: Track; onClose: () => void }) {
  const { id, boat_name } = track;
  return <JournalDialog about={{ track: id }} boat_class={boat_name} text={trackText(track)} onClose={onClose} />;
}

function trackText({ id, full_name, start_time, tz }: Track): string {
  const start = start_time ? `, ${shortDay(start_time, tz)}, ${clock(start_time, tz)}` : "";
  return `Track ${id}, ${full_name}${start}`;
}
