import type { Track, TrackMode, TrackPage, User } from "@leebow/api/contract";
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { MapPinned, Upload, UserRound, Users } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { dayKey } from "../format/times";
import { MetricHelp } from "../help/metric-help";
import type { MetricId } from "../help/metric-ids";
import { rowsOf } from "../server/paged-list";
import { fullName, useUser } from "../server/session";
import { DayList, type RenderRow, useRowKeys } from "../tracks/day-list";
import { dayTotal } from "../tracks/days";
import { clearSearch, filterTracks, isFiltered, trackFilter, typeSearch } from "../tracks/track-filter";
import { isWorking, TRACKS, trackDatesOptions, trackListOptions, useTrackProgress } from "../tracks/track-list";
import { Button, ButtonLink } from "../ui/button";
import { Checkbox, Segments } from "../ui/choices";
import { DateRange } from "../ui/date-range";
import { Async, EmptyState, Loading, Skeleton } from "../ui/empty-state";
import { SearchField } from "../ui/field";
import { Icon } from "../ui/icon";
import { More } from "../ui/more";
import { Popover } from "../ui/popover";
import { Select } from "../ui/select";
import styles from "./track-list.module.css";
import { TrackRow } from "./track-row";

/** Track List: one row per track, by day. */
export function TrackList() {
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(search, list);
  return (
    <div>
      <h1 className="visually-hidden">Track List</h1>
      <FilterBar searchRef={search} />
      <div ref={list}>
        <List />
      </div>
    </div>
  );
}

const trackRow: RenderRow<Track> = (track, own) => <TrackRow key={track.id} track={track} own={own} />;

function List() {
  const { filter } = useSnapshot(trackFilter);
  const list = useInfiniteQuery(trackListOptions(filter));
  const { data } = list;
  const rows = useMemo(() => (data ? rowsOf(data) : []), [data]);
  useTrackProgress(rows);
  return (
    <Async query={list} title="The track list could not be read" loading={<RowSkeletons />}>
      {() =>
        rows.length === 0 ? (
          <NoTracks />
        ) : (
          <>
            <FirstTrack tracks={rows} />
            <DayList
              rows={rows}
              render={trackRow}
              total={filter.mode === "mine" ? dayTotal : undefined}
              isOpen={list.hasNextPage}
            />
            <More things="tracks" list={list} />
          </>
        )
      }
    </Async>
  );
}

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

function FilterBar({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const { filter, typed } = useSnapshot(trackFilter);
  const { data } = useQuery(trackDatesOptions());
  const user = useUser();
  const choices = user?.can?.list_all_tracks ? [...MODES, ALL] : MODES;
  const range = filter.start_date && filter.end_date ? { from: filter.start_date, to: filter.end_date } : null;
  // Who was chosen among all sailors may be in no team of the user.
  const setMode = (mode: TrackMode) => filterTracks({ mode, users: [] });
  return (
    <div className={styles.bar}>
      <Segments label="Whose tracks" choices={choices} value={filter.mode} onChange={setMode} className="only-wide" />
      <div className="only-phone grow">
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

/** More sailors than this can be searched. *guess*: what the list shows without scrolling. */
const FEW = 9;

interface Sailor {
  id: number;
  name: string;
}

/**
 * The user and the teammates, as choices whose tracks are listed; of All Tracks the sailors listed so far, too. Not
 * shown to those without a teammate.
 */
function UserFilter() {
  const user = useUser();
  const { filter } = useSnapshot(trackFilter);
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const listed = filter.mode === "all" ? sailorsListed(client) : [];
  const sailors = sailorsOf(user as User | null, listed);
  if (filter.mode === "mine" || (sailors.length < 2 && filter.mode !== "all")) return null;
  const chosen = sailors.filter(({ id }) => filter.users.includes(id));
  const [first] = chosen;
  const text = !first ? "All sailors" : chosen.length === 1 ? first.name : `${chosen.length} sailors`;
  const trigger = (
    <Button
      className={first ? styles.chosen : styles.trigger}
      aria-label={`Filter by sailor: ${first ? text : "all sailors"}`}
    >
      <Icon of={UserRound} />
      <span className={styles.text}>{text}</span>
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label="Filter by sailor">
      <Choices sailors={sailors} />
      <div className={styles.foot}>
        {filter.mode === "all" && (
          <p className="caption">The sailors of the tracks listed so far. Search a name in the list to find others.</p>
        )}
        <Button disabled={!first} onClick={() => filterTracks({ users: [] })}>
          Show all
        </Button>
      </div>
    </Popover>
  );
}

function Choices({ sailors }: { sailors: readonly Sailor[] }) {
  const { users } = useSnapshot(trackFilter).filter;
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const shown = sailors.filter(({ id, name }) => users.includes(id) || name.toLowerCase().includes(words));
  const toggle = (id: number, isChosen: boolean) =>
    filterTracks({ users: isChosen ? [...users, id] : users.filter((one) => one !== id) });
  return (
    <>
      {sailors.length > FEW && (
        <SearchField
          label="Search sailors"
          region="Sailors by name"
          placeholder="Search a name"
          value={typed}
          onChange={setTyped}
          className={styles.filterSearch}
        />
      )}
      <div className={styles.list} role="group" aria-label="Sailors">
        {shown.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={users.includes(id)} onChange={(isChosen) => toggle(id, isChosen)} />
        ))}
        {shown.length === 0 && <p className="small quiet">No sailor of this name.</p>}
      </div>
    </>
  );
}

/** The owners of all tracks that were listed. */
function sailorsListed(client: QueryClient): Sailor[] {
  const pages = client
    .getQueriesData<{ pages: TrackPage[] }>({ queryKey: TRACKS.key })
    .flatMap(([, data]) => data?.pages ?? []);
  return pages.flatMap(({ results }) => results.map(({ user, full_name }) => ({ id: user, name: full_name })));
}

/** The user first, then the others by name, each once. */
function sailorsOf(user: User | null, listed: readonly Sailor[]): Sailor[] {
  if (!user) return [];
  const mates = user.teammates.map((one) => ({ id: one.id, name: fullName(one) }));
  const others = new Map([...listed, ...mates].map(({ id, name }) => [id, name]));
  others.delete(user.id);
  const byName = [...others].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  return [{ id: user.id, name: fullName(user) }, ...byName];
}

/** After the first upload of a user: what is happening, then the way to the map. */
function FirstTrack({ tracks }: { tracks: readonly Track[] }) {
  const { state } = useLocation();
  const id: unknown = state?.first_track;
  const track = tracks.find((one) => one.id === id);
  if (!track || track.processing_status === 2) return null;
  return (
    <section className={styles.banner} aria-label="Your first track">
      <div className="grow">
        <b>{isWorking(track) ? "Your first track is saved" : "Your first track is ready"}</b>
        <p className="small secondary">
          {isWorking(track)
            ? "Its wind, turns and speeds are being worked out. That takes some seconds."
            : "Watch it on the map: the boat, the wind, every turn and what it cost."}
        </p>
      </div>
      {isWorking(track) ? (
        <Button kind="primary" icon={MapPinned} busy>
          Open the map
        </Button>
      ) : (
        <ButtonLink to={`/tracks/${track.id}`} kind="primary" icon={MapPinned}>
          Open the map
        </ButtonLink>
      )}
    </section>
  );
}

/** An empty list: no hit of a search, or the way to the first track. */
function NoTracks() {
  const { filter } = useSnapshot(trackFilter);
  if (isFiltered(filter)) {
    return (
      <EmptyState title="No Tracks Match Your Search" action={<Button onClick={clearSearch}>Clear search</Button>}>
        Please try another search.
      </EmptyState>
    );
  }
  const upload = (
    <ButtonLink to="/upload" kind="primary" icon={Upload}>
      Upload a track
    </ButtonLink>
  );
  if (filter.mode === "mine") {
    return (
      <EmptyState
        title="You have no tracks yet"
        action={
          <>
            {upload}
            <Button icon={Users} onClick={() => filterTracks({ mode: "team" })}>
              Team Tracks
            </Button>
          </>
        }
      >
        Those of your team are in Team Tracks.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Your tracks will be here" action={upload}>
      Take the file of your watch or instrument (.fit, .gpx or .csv) and upload it. Some seconds later you see your
      session on the map, with every tack and gybe and what it cost.
    </EmptyState>
  );
}

/** Placeholders for five rows. */
export function RowSkeletons() {
  return (
    <Loading what="tracks" className="">
      <div className={styles.head}>
        <Skeleton width={190} />
      </div>
      <div className="card edge clipped">
        {[46, 38, 52, 42, 48].map((percent) => (
          <div key={percent} className={styles.row}>
            <Skeleton width="100%" height="100%" style={{ borderRadius: 0, boxShadow: "none" }} />
            <div className="grid gap-10">
              <Skeleton width={`${percent}%`} height={14} />
              <Skeleton width="34%" />
              <Skeleton width={92} height={18} />
            </div>
            <div className={styles.figures}>
              {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
                <Skeleton key={at} width={at < 4 ? 56 : 28} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
