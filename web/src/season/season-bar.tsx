import type { Season, Team, User } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { amount, wordFor } from "../format/numbers";
import { unitName } from "../format/units";
import { useNarrow } from "../look/use-media";
import { trackDatesOptions } from "../tracks/track-list";
import { Segments } from "../ui/choices";
import { DateRange } from "../ui/date-range";
import { Select } from "../ui/select";
import { ViewAs } from "./filter-bar";
import styles from "./season-bar.module.css";
import { type SeasonChange, type SeasonFilter, type SeasonRange, WIND_NAMES } from "./season-filter";
import type { Sailor } from "./use-filter";

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
export function SeasonBar({ filter, today, onChange, count, ...of }: SeasonBarProps) {
  const dates = useQuery(trackDatesOptions()).data?.dates ?? [];
  const narrow = useNarrow();
  const { start, end, range } = filter;
  return (
    <>
      <div className={styles.bar} role="group" aria-label="Filter the season">
        <DateRange
          label="Dates"
          wide={narrow}
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
          className={styles.ranges}
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
