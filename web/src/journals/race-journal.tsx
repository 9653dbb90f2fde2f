import type { Race } from "@leebow/api/contract";
import { clock, shortDay } from "../format/times";
import { raceName } from "../stores/current-track";
import { JournalDialog } from "./journal-dialog";

interface RaceJournalProps {
  race: Race;
  /** Of a link holder; without an account he reads only. */
  share_id?: string | undefined;
  onClose: () => void;
}

/** The journal of a race. */
export function RaceJournal({ race, share_id, onClose }: RaceJournalProps) {
  return (
    <JournalDialog about={{ race: race.id, share_id }} boat_class={null} text={raceText(race)} onClose={onClose} />
  );
}

function raceText(race: Race): string {
  const { start_time, tz } = race;
  return start_time ? `${raceName(race)}, ${shortDay(start_time, tz)}, ${clock(start_time, tz)}` : raceName(race);
}
