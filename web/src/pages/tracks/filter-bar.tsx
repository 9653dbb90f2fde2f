import type { TrackMode } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import type { RefObject } from "react";
import { useSnapshot } from "valtio";
import { ButtonLink } from "../../components/button";
import { DateRange } from "../../components/date-range";
import { SearchField } from "../../components/field";
import { Segments } from "../../components/segments";
import { Select } from "../../components/select";
import { dayKey } from "../../format/times";
import { MetricHelp } from "../../help/metric-help";
import type { MetricId } from "../../help/metric-ids";
import { trackDatesOptions } from "../../queries/track-list";
import { session } from "../../stores/session";
import { filterTracks, trackFilter, typeSearch } from "../../stores/track-filter";
import styles from "./filter-bar.module.css";
import { UserFilter } from "./user-filter";

const MODES: { value: TrackMode; label: string }[] = [
  { value: "team", label: "Team Tracks" },
  { value: "mine", label: "My Tracks" },
];
/** What the rows of the list show. */
const FIGURES = [
  "Summary.distance_m",
  "Summary.duration_s",
  "Summary.max_speed_kn",
  "Wind.twd_deg",
  "Summary.tacks",
  "Summary.sets",
  "Summary.gybes",
  "Summary.douses",
  "Summary.turns",
] as const satisfies readonly MetricId[];
const ALL: { value: TrackMode; label: string } = { value: "all", label: "All Tracks" };

export function FilterBar({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const { filter, typed } = useSnapshot(trackFilter);
  const { data } = useQuery(trackDatesOptions());
  const { user } = useSnapshot(session);
  const choices = user?.can?.list_all_tracks ? [...MODES, ALL] : MODES;
  const range = filter.start_date && filter.end_date ? { from: filter.start_date, to: filter.end_date } : null;
  // Who was chosen among all sailors may be in no team of the user.
  const setMode = (mode: TrackMode) => filterTracks({ mode, users: [] });
  return (
    <div className={styles.bar}>
      <Segments label="Whose tracks" choices={choices} value={filter.mode} onChange={setMode} className="only-wide" />
      <div className={styles.mode}>
        <Select bare label="Whose tracks" choices={choices} value={filter.mode} onChange={setMode} />
      </div>
      <SearchField
        ref={searchRef}
        label="Search tracks"
        placeholder="Search name, place or boat class"
        value={typed}
        onChange={typeSearch}
        className={styles.search}
      />
      <UserFilter />
      <DateRange
        label="Dates"
        value={range}
        min={data?.oldest ?? null}
        max={dayKey(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)}
        marked={data?.dates ?? []}
        legend="A dot marks a day with tracks."
        onChange={(next) => filterTracks({ start_date: next?.from ?? null, end_date: next?.to ?? null })}
      />
      <MetricHelp name="The figures of a track" ids={FIGURES} />
      <ButtonLink to="/upload" kind="primary" icon={Upload} className="only-wide">
        Upload
      </ButtonLink>
    </div>
  );
}
