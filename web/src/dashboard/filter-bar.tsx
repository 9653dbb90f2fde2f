import type { User } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { showFailure } from "../api/client";
import { fetchDailyReport } from "../api/reports";
import { Button } from "../components/button";
import { DateRange } from "../components/date-range";
import { Segments } from "../components/segments";
import { Select } from "../components/select";
import { saveFile } from "../format/save-file";
import { sailedClassesOptions } from "../queries/reports";
import { trackDatesOptions } from "../queries/track-list";
import styles from "./filter-bar.module.css";
import { canViewAs, type Sailor } from "./people";
import type { DashboardFilter, FilterChange, RangeName } from "./report-filter";

const RANGES: { value: Exclude<RangeName, "chosen">; label: string }[] = [
  { value: "last30", label: "Last 30 Days" },
  { value: "year", label: "This Year" },
];
/** The value of the choice All; a class has a name. */
const ALL = "";

interface FilterBarProps {
  filter: DashboardFilter;
  today: string;
  user: User;
  /** Whose reports can be viewed; the user first. */
  sailors: readonly Sailor[];
  /** Whether the chosen person's reports may be viewed; the classes of others are not asked for. */
  isOpen: boolean;
  onChange: (change: FilterChange) => void;
}

/** Dates, boat class, whose reports, and the daily report. */
export function FilterBar({ filter, today, user, sailors, isOpen, onChange }: FilterBarProps) {
  const dates = useQuery(trackDatesOptions()).data?.dates ?? [];
  const classes = useQuery(sailedClassesOptions(isOpen ? filter.user : null)).data ?? [];
  const named = filter.boat_class && !classes.includes(filter.boat_class) ? [filter.boat_class, ...classes] : classes;
  return (
    <div className={styles.bar} role="group" aria-label="Filter the reports">
      <DateRange
        label="Dates"
        value={{ from: filter.start, to: filter.end }}
        min={null}
        max={today}
        marked={dates}
        legend="A dot marks a day with tracks."
        isClearable={filter.range === "chosen"}
        onChange={(days) => onChange({ days })}
      />
      <Segments<RangeName>
        label="Quick ranges"
        choices={RANGES}
        value={filter.range}
        onChange={(range) => range !== "chosen" && onChange({ range })}
        className={styles.ranges}
      />
      <div className={styles.named}>
        <span className="small secondary" aria-hidden="true">
          Boat class
        </span>
        <Select
          bare
          label="Boat class"
          className={styles.class}
          choices={[{ value: ALL, label: "All" }, ...named.map((value) => ({ value, label: value }))]}
          value={filter.boat_class ?? ALL}
          onChange={(next) => onChange({ boat_class: next === ALL ? null : next })}
        />
      </div>
      {canViewAs(user) && (
        <div className={styles.named}>
          <span className="small secondary" aria-hidden="true">
            View As
          </span>
          <Select
            bare
            label="View As"
            className={styles.person}
            choices={sailors.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(filter.user ?? user.id)}
            onChange={(next) => onChange({ user: Number(next) === user.id ? null : Number(next) })}
          />
        </div>
      )}
      <span className="grow" />
      <DailyReport filter={filter} />
    </div>
  );
}

function DailyReport({ filter }: { filter: DashboardFilter }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile([(await fetchDailyReport(filter)) as BlobPart], "", "report.xlsx");
    } catch (cause) {
      console.warn("The daily report could not be read:", cause);
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={FileSpreadsheet} busy={busy} className={styles.download} onClick={() => void download()}>
      Download Daily Report
    </Button>
  );
}
