import type { Season, SeasonTeam, Team, User } from "@leebow/api/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { amount, countText, wordFor } from "../format/numbers";
import { clock, dayKey, shortDay } from "../format/times";
import { unitName } from "../format/units";
import { teamsOptions } from "../people/teams/queries";
import { useUser } from "../server/session";
import { readStored, writeStored } from "../server/stored";
import { trackDatesOptions } from "../tracks/track-list";
import { Button, IconButton } from "../ui/button";
import { Segments } from "../ui/choices";
import type { DayRange } from "../ui/date-range";
import { DateRange } from "../ui/date-range";
import { Select } from "../ui/select";
import { useTitle } from "../ui/title";
import { AthletesCard } from "./athletes-card";
import { DataCard } from "./data-card";
import { DaysCard, TeamDaysCard } from "./days-card";
import { ViewAs } from "./filter-bar";
import filterBar from "./filter-bar.module.css";
import { LossCard } from "./loss-card";
import { BestsCard, MonthsCard } from "./months-card";
import { NotOpen } from "./panel";
import { sailedClassesOptions, seasonOptions, seasonTeamOptions } from "./queries";
import {
  type SeasonChange,
  type SeasonFilter,
  type SeasonRange,
  seasonFilterOf,
  WIND_NAMES,
  withSeasonFilter,
} from "./season-filter";
import styles from "./season-page.module.css";
import { canViewAs, mayView, type Sailor, sailorsOf } from "./use-filter";

/** A season in one place, of a person or of a team; the address has the filters. */
export function Page() {
  useTitle("Season");
  const user = useUser();
  return user && <FilteredSeason user={user} />;
}

interface ViewProps {
  filter: SeasonFilter;
  today: string;
  user: User;
  search: URLSearchParams;
  bar: Pick<React.ComponentProps<typeof SeasonBar>, "filter" | "today" | "user" | "sailors" | "teams" | "onChange">;
}

function FilteredSeason({ user }: { user: User }) {
  const [search, setSearch] = useSearchParams();
  const today = dayKey(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const filter = seasonFilterOf(search, today);
  const teams = useQuery({ ...teamsOptions(), enabled: canViewAs(user) });
  const sailors = sailorsOf(user, teams.data ?? []);
  const isOpen = mayView(user, filter, sailors, teams);
  const bar: ViewProps["bar"] = {
    filter,
    today,
    user,
    sailors,
    teams: teams.data ?? [],
    onChange: (change) => setSearch(withSeasonFilter(search, change), { preventScrollReset: true }),
  };
  const props = { filter, today, user, search, bar };
  return (
    <main className="shrinks">
      {!isOpen ? (
        <>
          <h1 className="visually-hidden">Season</h1>
          <SeasonBar {...bar} classes={[]} winds={[]} count={null} />
          {isOpen === false && <NotOpen onOwn={() => bar.onChange({ user: null })} />}
        </>
      ) : filter.team === null ? (
        <OfPerson {...props} />
      ) : (
        <OfTeam {...props} team={filter.team} />
      )}
    </main>
  );
}

function OfPerson({ filter, today, bar }: ViewProps) {
  const query = useQuery(seasonOptions(queryFilter(filter)));
  const classes = useQuery(sailedClassesOptions(filter)).data ?? [];
  const sessions = query.data && sessionsIn(query.data);
  return (
    <>
      <h1 className="visually-hidden">Season</h1>
      {query.data && <LeftOutLine days={query.data.days} />}
      <SeasonBar
        {...bar}
        classes={classes}
        winds={query.data?.winds ?? []}
        count={sessions === undefined ? null : countText(sessions, "session")}
      />
      <Cards key={JSON.stringify(filter)} query={query} filter={filter} today={today} />
    </>
  );
}

const sessionsIn = ({ months }: Season): number => months.reduce((sum, month) => sum + month.sessions, 0);

/** What the server is asked for. */
const queryFilter = ({ start, end, boat_class, wind, user }: SeasonFilter) => ({ start, end, boat_class, wind, user });

function Cards({ query, filter, today }: { query: UseQueryResult<Season>; filter: SeasonFilter; today: string }) {
  const [pressed, setPressed] = useState<DayRange | null>(null);
  const [ringed, setRinged] = useState<DayRange | null>(null);
  const last = query.data?.days.at(-1)?.date;
  const chosen = pressed ?? (last === undefined ? null : { from: last, to: last });
  const days = { chosen, onChoose: setPressed };
  return (
    <div className={styles.cards}>
      <DaysCard query={query} filter={filter} today={today} ringed={ringed} {...days} />
      <div className={styles.columns}>
        <MonthsCard query={query} onRing={setRinged} {...days} />
        <div className={styles.losses}>
          {(["tack", "gybe"] as const).map((kind) => (
            <LossCard key={kind} query={query} kind={kind} start={filter.start} end={filter.end} />
          ))}
        </div>
        <div className={styles.bests}>
          <BestsCard query={query} filter={filter} today={today} />
        </div>
      </div>
      {query.data && <DataCard days={query.data.days} sessions={sessionsIn(query.data)} filter={filter} />}
    </div>
  );
}

const teamSessions = ({ athletes }: SeasonTeam): number => athletes.reduce((sum, { sessions }) => sum + sessions, 0);

function OfTeam({ filter, today, search, bar, user, team }: ViewProps & { team: number }) {
  const query: UseQueryResult<SeasonTeam> = useQuery(seasonTeamOptions(queryFilter(filter), team));
  const addressOf = ({ id }: { id: number }) =>
    `?${withSeasonFilter(search, { user: id === user.id ? null : id }).toString()}`;
  return (
    <>
      <h1 className="visually-hidden">Season of the team</h1>
      <SeasonBar
        {...bar}
        classes={query.data?.boat_classes ?? []}
        winds={query.data?.winds ?? []}
        count={query.data ? countText(query.data.athletes.length, "athlete") : null}
      />
      <div className={styles.cards}>
        <TeamDaysCard key={JSON.stringify(filter)} query={query} filter={filter} today={today} />
        <AthletesCard query={query} addressOf={addressOf} />
        {query.data && <DataCard days={query.data.days} sessions={teamSessions(query.data)} filter={filter} />}
      </div>
    </>
  );
}

const CLOSED = "leebow.parts-line-closed";

/** How many sessions have less than their recordings, and which: until it is closed, and where there are any. */
function LeftOutLine({ days }: Pick<Season, "days">) {
  const [isClosed, setClosed] = useState(() => readStored(CLOSED) === true);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const sessions = days.flatMap((day) => day.sessions);
  const changed = sessions.filter(({ has_left_out }) => has_left_out);
  if (isClosed || changed.length === 0) return null;
  const close = () => {
    writeStored(CLOSED, true);
    setClosed(true);
  };
  return (
    <section className={styles.line} aria-label="What is left out">
      <p className="grow">
        Rides, tows and drives are now left out: {changed.length} of {countText(sessions.length, "session")} changed.
      </p>
      <Button kind="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        See which
      </Button>
      <IconButton icon={X} label="Close" onClick={close} />
      <ul id={id} hidden={!isOpen} aria-label={wordFor(changed.length, "Changed session", "Changed sessions")}>
        {changed.map(({ track_id, start_time, tz, location }) => (
          <li key={track_id}>
            <Link to={`/tracks/${track_id}`}>
              {shortDay(start_time, tz)}, {clock(start_time, tz)}
            </Link>
            {location && <span className="secondary">, {location}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const RANGES: { value: SeasonRange; label: string }[] = [
  { value: "season", label: "12 Months" },
  { value: "year", label: "This Year" },
  { value: "all", label: "All" },
];
/** The value of the choice of all. */
const ALL = "";

interface SeasonBarProps {
  filter: SeasonFilter;
  today: string;
  user: User;
  /** Who can be viewed; the user first. */
  sailors: readonly Sailor[];
  teams: readonly Pick<Team, "id" | "name">[];
  classes: readonly string[];
  winds: Season["winds"];
  /** At the end: "111 sessions". */
  count: string | null;
  onChange: (change: SeasonChange) => void;
}

/** Dates, boat class, wind, and whose season. */
function SeasonBar({ filter, today, onChange, count, ...of }: SeasonBarProps) {
  const dates = useQuery(trackDatesOptions()).data?.dates ?? [];
  const { start, end, range } = filter;
  return (
    <>
      <div className={filterBar.bar} role="group" aria-label="Filter the season">
        <DateRange
          label="Dates"
          value={start && end ? { from: start, to: end } : null}
          min={null}
          max={today}
          marked={dates}
          legend="A dot marks a day with tracks."
          isClearable={range === "chosen"}
          onChange={(days) => onChange({ days })}
        />
        <Segments<SeasonRange>
          label="Quick ranges"
          choices={RANGES}
          value={range}
          onChange={(next) => next !== "chosen" && onChange({ range: next })}
          className={filterBar.ranges}
        />
        <ClassAndWind filter={filter} onChange={onChange} {...of} />
        <ViewAs {...of} person={filter.user} team={filter.team} onChange={onChange} />
        <span className="grow" />
        {count && <span className="caption">{count}</span>}
      </div>
      <SpeedNote winds={of.winds} isTeam={filter.team !== null} />
    </>
  );
}

type PartProps = Pick<SeasonBarProps, "filter" | "classes" | "winds" | "onChange">;

function ClassAndWind({ filter: { boat_class, wind }, classes, winds, onChange }: PartProps) {
  const named = boat_class && !classes.includes(boat_class) ? [boat_class, ...classes] : classes;
  const known = winds.map((one) => ({ value: one.wind as string, label: WIND_NAMES[one.wind] }));
  const chosen = wind && !known.some(({ value }) => value === wind) ? [{ value: wind, label: WIND_NAMES[wind] }] : [];
  return (
    <>
      <Select
        bare
        label="Boat class"
        className={styles.class}
        choices={[{ value: ALL, label: "All classes" }, ...named.map((value) => ({ value, label: value }))]}
        value={boat_class ?? ALL}
        onChange={(next) => onChange({ boat_class: next || null })}
      />
      <Select
        bare
        label="Wind"
        className={styles.wind}
        choices={[{ value: ALL, label: "All winds" }, ...chosen, ...known]}
        value={(wind as string) ?? ALL}
        onChange={(next) => onChange({ wind: (next || null) as SeasonFilter["wind"] })}
      />
    </>
  );
}

/** Says what the thirds of the upwind speed are, where there are any. */
function SpeedNote({ winds, isTeam }: { winds: Season["winds"]; isTeam: boolean }) {
  const thirds = winds.filter(({ wind }) => wind.startsWith("upwind_"));
  if (thirds.length === 0) return null;
  const sessions = thirds.reduce((sum, one) => sum + one.sessions, 0);
  const limits = thirds.every(({ from_kn }) => from_kn !== null)
    ? `: ${thirds.map(({ wind, from_kn, to_kn }) => `${WIND_NAMES[wind].toLowerCase()} ${amount(from_kn, 1, "kn")} to ${amount(to_kn, 1, "kn")}`).join(", ")} ${unitName("kn")}`
    : "";
  return (
    <p className={styles.note}>
      {sessions} {wordFor(sessions, "session has", "sessions have")} no wind speed. Instead of the wind they are divided
      into thirds by the boat's own upwind speed{isTeam ? ", for each athlete and class" : ""}
      {limits}.
    </p>
  );
}
