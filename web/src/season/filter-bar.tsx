import type { Team, User } from "@leebow/api/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import type { ReactNode } from "react";
import { saveFile } from "../format/save-file";
import { trackDatesOptions } from "../tracks/track-list";
import { Button } from "../ui/button";
import { Segments } from "../ui/choices";
import { DateRange } from "../ui/date-range";
import { Select } from "../ui/select";
import styles from "./filter-bar.module.css";
import { fetchDailyReport, sailedClassesOptions } from "./queries";
import { type DashboardFilter, type FilterChange, type QuickRange, REPORT_RANGES } from "./report-filter";
import { canViewAs, type Sailor } from "./use-filter";

const RANGE_LABELS: Record<QuickRange, string> = {
  last30: "Last 30 Days",
  season: "This Season",
  year: "This Year",
  all: "All",
};
/** The value of the choice All; a class has a name. */
const ALL = "";

interface FilterBarProps {
  filter: DashboardFilter;
  today: string;
  user: User;
  /** Whose reports can be viewed; the user first. */
  sailors: readonly Sailor[];
  /** Of figures that there are of a team, too. */
  teams?: readonly Pick<Team, "id" | "name">[];
  /** Whether the chosen person's reports may be viewed; the classes of others are not asked for. */
  isOpen: boolean;
  onChange: (change: FilterChange) => void;
  /** The quick choices of dates. */
  ranges?: readonly QuickRange[];
  /** The class of figures that are of one class only, null while it is not known; without it all classes can be chosen. */
  oneClass?: string | null;
  /** What stands at the end of the bar; by default the daily report. */
  children?: ReactNode;
}

/** Dates, boat class, whose reports, and what can be downloaded. */
export function FilterBar(props: FilterBarProps) {
  const { filter, today, user, sailors, teams, isOpen, onChange, ranges = REPORT_RANGES, oneClass, children } = props;
  const dates = useQuery(trackDatesOptions()).data?.dates ?? [];
  return (
    <div className={styles.bar} role="group" aria-label="Filter the reports">
      <DateRange
        label={filter.range === "all" ? "All dates" : "Dates"}
        value={filter.range === "all" ? null : { from: filter.start, to: filter.end }}
        min={null}
        max={today}
        marked={dates}
        legend="A dot marks a day with tracks."
        isClearable={filter.range === "chosen"}
        onChange={(days) => onChange({ days })}
      />
      <Segments
        label="Quick ranges"
        choices={ranges.map((value) => ({ value, label: RANGE_LABELS[value] }))}
        value={filter.range as QuickRange}
        onChange={(range) => onChange({ range })}
        className={styles.ranges}
      />
      <ClassSelect filter={filter} isOpen={isOpen} oneClass={oneClass} onChange={onChange} />
      <ViewAs {...{ user, sailors, teams }} person={filter.user} team={filter.team} onChange={onChange} />
      <span className="grow" />
      {children ?? <DailyReport filter={filter} />}
    </div>
  );
}

function ClassSelect({
  filter,
  isOpen,
  oneClass,
  onChange,
}: Pick<FilterBarProps, "filter" | "isOpen" | "oneClass" | "onChange">) {
  const classes = useQuery(sailedClassesOptions(isOpen ? filter : { user: null, team: null })).data ?? [];
  const boat_class = filter.boat_class ?? oneClass ?? null;
  const named = boat_class && !classes.includes(boat_class) ? [boat_class, ...classes] : classes;
  return (
    <div className={styles.named}>
      <span className="small secondary" aria-hidden="true">
        Boat class
      </span>
      <Select
        bare
        label="Boat class"
        className={styles.class}
        choices={[
          ...(oneClass === undefined ? [{ value: ALL, label: "All" }] : []),
          ...named.map((value) => ({ value, label: value })),
        ]}
        value={boat_class ?? (oneClass === undefined ? ALL : null)}
        onChange={(next) => onChange({ boat_class: next === ALL ? null : next })}
      />
    </div>
  );
}

function DailyReport({ filter }: { filter: DashboardFilter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile([(await fetchDailyReport(filter)) as BlobPart], "", "report.xlsx"),
  });
  return (
    <Button icon={FileSpreadsheet} busy={isPending} onClick={() => mutate()}>
      Download Daily Report
    </Button>
  );
}

type Chosen = { user: number | null } | { team: number };

interface ViewAsProps {
  user: User;
  /** Who can be viewed; the user first. */
  sailors: readonly Sailor[];
  teams?: readonly Pick<Team, "id" | "name">[];
  /** Null: the user. */
  person: number | null;
  team?: number | null;
  onChange: (whose: Chosen) => void;
}

/** Whose figures are shown, for those who may view those of others. */
export function ViewAs({ user, sailors, teams = [], person, team = null, onChange }: ViewAsProps) {
  if (!canViewAs(user)) return null;
  const choose = (next: string) => {
    const [kind, id] = [next[0], Number(next.slice(1))];
    if (kind === "t") onChange({ team: id });
    else onChange({ user: id === user.id ? null : id });
  };
  return (
    <div className={styles.named}>
      <span className="small secondary" aria-hidden="true">
        View As
      </span>
      <Select
        bare
        label="View As"
        className={styles.person}
        choices={[
          ...sailors.slice(0, 1).map(({ id, name }) => ({ value: `p${id}`, label: name })),
          ...teams.map(({ id, name }) => ({ value: `t${id}`, label: `Team ${name}` })),
          ...sailors.slice(1).map(({ id, name }) => ({ value: `p${id}`, label: name })),
        ]}
        value={team === null ? `p${person ?? user.id}` : `t${team}`}
        onChange={choose}
      />
    </div>
  );
}
