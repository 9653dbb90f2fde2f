import type { Journal, Race, Track, TrackMode } from "@leebow/api/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Ban, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { clock, shortDay } from "../format/times";
import { DESKTOP, useMedia } from "../look/use-media";
import { call } from "../server/client";
import { useUser } from "../server/session";
import { raceName } from "../tracks/current-track";
import { raceMode } from "../tracks/race-names";
import { StaticMap } from "../tracks/static-map";
import { SEARCH_PAUSE_MS } from "../tracks/track-filter";
import { fetchTracks } from "../tracks/track-list";
import { IconButton } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { SuggestField, type Suggestion } from "../ui/suggest-field";
import type { EntrySubject } from "./entries";
import { EntryForm } from "./entry-form";
import { subjectLink, subjectText } from "./entry-text";
import styles from "./form-panel.module.css";

interface FormPanelProps {
  entry: Journal | null;
  draft_name: string;
  onWritten: (isWritten: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of an entry: in the rail of a wide screen, else as a dialog. Esc leaves it. */
export function FormPanel(props: FormPanelProps) {
  const isWide = useMedia(DESKTOP);
  const title = props.entry ? "Change the entry" : "New entry";
  if (isWide) return <RailForm {...props} title={title} />;
  return (
    <Dialog open onClose={props.onCancel} size="medium" closable title={title}>
      <div className={styles.sheet}>
        <SubjectForm {...props} />
      </div>
    </Dialog>
  );
}

function RailForm({ title, ...props }: FormPanelProps & { title: string }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className={styles.rail}
      aria-label={title}
      onKeyDown={(event) => {
        // Esc in an open list or dialog closes that one alone; React reports keys in dialogs of the form here, too.
        if (event.key !== "Escape" || event.defaultPrevented || isListOpen(event.target)) return;
        if (!event.currentTarget.contains(event.target as Node)) return;
        // The question that opens now would take the same key as its answer.
        event.stopPropagation();
        props.onCancel();
      }}
    >
      <div className={styles.head}>
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon={X} label="Close the form" onClick={props.onCancel} />
      </div>
      <SubjectForm {...props} />
    </section>
  );
}

const isListOpen = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/** The form under what the entry is about: chosen for a new one, said for one that exists. */
function SubjectForm({ entry, draft_name, onWritten, onSaved, onCancel }: FormPanelProps) {
  const [chosen, setChosen] = useState<ChosenSubject>(NO_SUBJECT);
  const link = entry && subjectLink(entry);
  const about = link && entry && <p className="small secondary">{`${link.label}. ${subjectText(entry)}`}</p>;
  return (
    <EntryForm
      subject={chosen.subject}
      boat_class={entry ? (entry.subject?.boat_name ?? null) : chosen.boat_class}
      entry={entry}
      draft_name={draft_name}
      head={entry ? about : <SubjectField value={chosen} onChange={setChosen} />}
      onWritten={onWritten}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  );
}

/** What a new entry is about, as it is chosen. */
interface ChosenSubject {
  subject: EntrySubject;
  /** Of a track. */
  boat_class: string | null;
}

const NO_SUBJECT: ChosenSubject = { subject: {}, boat_class: null };
const NONE = "none";

/** A choice of a track or a race by its text; the latest ones without a text. An entry may be about neither. */
function SubjectField({ value, onChange }: { value: ChosenSubject; onChange: (chosen: ChosenSubject) => void }) {
  const [text, setText] = useState("");
  const user = useUser();
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
      {isError && (
        <p className="small quiet above-6">Tracks and races could not be read. The entry can be about neither.</p>
      )}
      {!isError && !isChosen && <p className="small quiet above-6">Without one, the entry is about no track.</p>}
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

// The tracks and races that an entry can be about.

/** Shown of each. *guess*: what a list shows without much scrolling. */
const MAX_SUBJECTS = 8;

/** The latest tracks of the user's teams and the latest races that a search finds. One of the two may fail. */
const subjectChoicesOptions = (mode: TrackMode, search: string) =>
  queryOptions({
    queryKey: ["journals", "subjects", mode, search],
    queryFn: async ({ signal }) => {
      const filter = { mode: "team", search, start_date: null, end_date: null, users: [] } as const;
      const [tracks, races] = await Promise.allSettled([
        fetchTracks(filter, null, signal),
        call("GET /races/", { query: { owner: mode, search: search || undefined }, signal }),
      ]);
      if (tracks.status === "rejected" && races.status === "rejected") throw tracks.reason;
      return {
        tracks: tracks.status === "fulfilled" ? tracks.value.results.slice(0, MAX_SUBJECTS) : [],
        races: races.status === "fulfilled" ? races.value.results.slice(0, MAX_SUBJECTS) : [],
      };
    },
    meta: { silent: true },
  });
