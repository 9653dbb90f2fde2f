import type { Race, Track } from "@leebow/api/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { EntrySubject } from "../../api/journal-entries";
import { SuggestField, type Suggestion } from "../../components/suggest-field";
import { clock, shortDay } from "../../format/times";
import { subjectChoicesOptions } from "../../queries/journal-subjects";
import { raceMode } from "../../races/race-names";
import { raceName } from "../../stores/current-track";
import { session } from "../../stores/session";
import { SEARCH_PAUSE_MS } from "../../stores/track-filter";
import { StaticMap } from "../../tracks/static-map";
import styles from "./subject-field.module.css";

/** What a new entry is about, as it is chosen. */
export interface ChosenSubject {
  subject: EntrySubject;
  /** Of a track. */
  boat_class: string | null;
}

export const NO_SUBJECT: ChosenSubject = { subject: {}, boat_class: null };
const NONE = "none";

interface SubjectFieldProps {
  value: ChosenSubject;
  onChange: (chosen: ChosenSubject) => void;
}

/** A choice of a track or a race by its text; the latest ones without a text. An entry may be about neither. */
export function SubjectField({ value, onChange }: SubjectFieldProps) {
  const [text, setText] = useState("");
  const { user } = useSnapshot(session);
  const isChosen = value !== NO_SUBJECT;
  const search = useSettled(isChosen ? "" : text.trim());
  const { data, isError } = useQuery({
    ...subjectChoicesOptions(raceMode(user), search),
    placeholderData: keepPreviousData,
  });
  const choices = [
    ...(data?.tracks.map(trackChoice) ?? []),
    ...(data?.races.map(raceChoice) ?? []),
    { suggestion: { id: NONE, text: "", label: "No track or race", icon: Ban }, chosen: NO_SUBJECT },
  ];
  const change = (next: string, chosen: Suggestion | null) => {
    setText(next);
    onChange(choices.find(({ suggestion }) => suggestion.id === chosen?.id)?.chosen ?? NO_SUBJECT);
  };
  return (
    <div>
      <SuggestField
        label="Track or race"
        placeholder="Search a track or a race"
        value={text}
        suggestions={choices.map(({ suggestion }) => suggestion)}
        onChange={change}
        onBlur={() => !isChosen && setText("")}
      />
      {isError && <p className={styles.hint}>Tracks and races could not be read. The entry can be about neither.</p>}
      {!isError && !isChosen && <p className={styles.hint}>Without one, the entry is about no track.</p>}
    </div>
  );
}

/** The text after {@link SEARCH_PAUSE_MS} without a further key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const typing = setTimeout(() => setSettled(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(typing);
  }, [text]);
  return settled;
}

const Picture = ({ of }: { of: Pick<Track, "static_map" | "static_map_dark"> }) => (
  <StaticMap track={{ ...of, full_name: "" }} alt="" to={null} className={styles.map} />
);

function trackChoice(track: Track) {
  const { id, full_name, start_time, tz, location, boat_name } = track;
  const when = start_time ? `${shortDay(start_time, tz)}, ${clock(start_time, tz)}` : "";
  const text = [`Track ${id}`, full_name, when].filter(Boolean).join(", ");
  const label = [text, location].filter(Boolean).join(", ");
  return {
    suggestion: { id: `track-${id}`, text, label, picture: <Picture of={track} /> },
    chosen: { subject: { track: id }, boat_class: boat_name },
  };
}

function raceChoice(race: Race) {
  const { id, start_time, tz } = race;
  const text = [raceName(race), start_time && shortDay(start_time, tz)].filter(Boolean).join(", ");
  return {
    suggestion: { id: `race-${id}`, text, picture: <Picture of={race} /> },
    chosen: { subject: { race: id }, boat_class: null },
  };
}
