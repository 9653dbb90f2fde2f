import type { UserStats } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { countText } from "../format/numbers";
import { hoursMinutes } from "../format/times";
import { MetricHelp } from "../help/metric-help";
import { Panel } from "./panel";
import { userStatsOptions } from "./queries";
import { type DashboardFilter, daysOf, rangeBefore, rangeText, type SessionSelection } from "./report-filter";
import styles from "./stats-panel.module.css";

type Field = Exclude<keyof UserStats, "water_time">;

const FIELDS: readonly [Field, string][] = [
  ["sessions", "Sessions"],
  ["tacks", "Tacks"],
  ["gybes", "Gybes"],
  ["accelerations", "Accelerations"],
  ["sets", "Sets"],
  ["douses", "Douses"],
];

interface StatsPanelProps {
  filter: DashboardFilter;
  onOpen: (selection: SessionSelection) => void;
  className?: string | undefined;
}

/** Sessions, time and maneuvers, each compared with as many days before. */
export function StatsPanel({ filter, onOpen, className }: StatsPanelProps) {
  const query = useQuery(userStatsOptions(filter));
  const before = useQuery(userStatsOptions(rangeBefore(filter))).data ?? null;
  return (
    <Panel
      title="On the Water Stats"
      help={
        <MetricHelp
          name="On the Water Stats"
          ids={[
            "UserStats.water_time_s",
            "UserStats.sessions",
            "UserStats.tacks",
            "UserStats.gybes",
            "UserStats.accelerations",
            "UserStats.sets",
            "UserStats.douses",
          ]}
        />
      }
      counts={`Sessions, time and counted maneuvers of ${rangeText(filter)}. Press a figure for its sessions.`}
      query={query}
      empty={({ sessions }) =>
        sessions === 0 ? "No session on these days. Choose other dates or upload a track." : null
      }
      height={176}
      className={className}
    >
      {(stats) => <Stats stats={stats} before={before} days={daysOf(filter)} onOpen={onOpen} />}
    </Panel>
  );
}

interface StatsProps {
  stats: UserStats;
  /** Of as many days before; null while it is not known. */
  before: UserStats | null;
  days: number;
  onOpen: (selection: SessionSelection) => void;
}

function Stats({ stats, before, days, onOpen }: StatsProps) {
  const openTime = () =>
    onOpen({ title: "Time on the water", value: (one) => one.water_time, text: hoursMinutes, column: "Time, h:min" });
  const open = (field: Field, name: string) =>
    onOpen({
      title: name,
      value: (one) => (field === "sessions" ? 1 : one[field]),
      text: String,
      column: field === "sessions" ? null : name,
    });
  const time = before && timeChange(stats.water_time - before.water_time);
  return (
    <div className={styles.stats}>
      <Stat
        name="Time on the water"
        value={hoursMinutes(stats.water_time)}
        unit="h:min"
        note={time && `${time} than in the ${countText(days, "day")} before`}
        onOpen={openTime}
        large
      />
      {FIELDS.map(([field, name]) => (
        <Stat
          key={field}
          name={name}
          value={String(stats[field])}
          note={before && countChange(stats[field] - before[field])}
          onOpen={stats[field] > 0 ? () => open(field, name) : null}
        />
      ))}
    </div>
  );
}

/** "3 more", "12 fewer", "as many". */
export function countChange(change: number): string {
  if (change === 0) return "as many";
  return change > 0 ? `${change} more` : `${-change} fewer`;
}

/** "9:40 more", "0:12 less". */
export function timeChange(seconds: number): string {
  const text = hoursMinutes(Math.abs(seconds));
  if (text === "0:00") return "no more and no less";
  return `${text} ${seconds > 0 ? "more" : "less"}`;
}

interface StatProps {
  name: string;
  value: string;
  unit?: string;
  note: string | null;
  onOpen: (() => void) | null;
  large?: boolean;
}

function Stat({ name, value, unit, note, onOpen, large }: StatProps) {
  const content = (
    <>
      <span className="caption">{name}</span>
      <span className={large ? styles.large : styles.figure}>
        {value}
        {unit && <span className="unit">{unit}</span>}
      </span>
      <span className="caption">{note ?? "\u00a0"}</span>
    </>
  );
  const look = `${styles.stat} ${large ? styles.wide : ""}`;
  return onOpen ? (
    <button type="button" className={look} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <div className={look}>{content}</div>
  );
}
