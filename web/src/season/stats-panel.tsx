import type { SpeedRecords, UserStats } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { amount, countText, unitWithInterval } from "../format/numbers";
import { hoursMinutes, nearDay } from "../format/times";
import { unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import { Button } from "../ui/button";
import { Panel } from "./panel";
import { speedRecordsOptions, userStatsOptions } from "./queries";
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

type RecordRow = SpeedRecords[number];

/** In the order of the panel. */
const RECORD_NAMES: Readonly<Record<RecordRow["record"], string>> = {
  best_2_s: "2 s",
  best_10_s: "10 s",
  best_100_m: "100 m",
  best_500_m: "500 m",
  best_hour: "1 h",
  best_5x10_s: "5 × 10 s",
  best_250_m: "250 m",
  alpha_500: "Alpha 500",
  best_1852_m: "Nautical mile",
  best_half_hour: "Half hour",
  vmg_up_2_min: "VMG up, 2 min",
  vmg_down_2_min: "VMG down, 2 min",
};

/** Rows before Show All. */
const RECORD_ROWS = 5;

/** The fastest stretches of all sessions, each with its day. */
export function RecordsPanel({ filter, className }: { filter: DashboardFilter; className?: string | undefined }) {
  return (
    <Panel
      title="Speed records"
      help={
        <MetricHelp
          name="Speed records"
          ids={[
            "Records.best_2_s",
            "Records.best_10_s",
            "Records.best_100_m",
            "Records.best_500_m",
            "Records.best_hour",
            "SpeedRecord.error_kn",
          ]}
        />
      }
      counts={`The fastest of ${rangeText(filter)}, ${unitName("kn")}, with half of the 90 % interval. Press one for its place in the track.`}
      query={useQuery(speedRecordsOptions(filter))}
      empty={(records) =>
        records.length === 0 ? "No speed record on these days: no session, or tracks too sparse for one." : null
      }
      height={236}
      className={className}
    >
      {(records) => <Records records={records} />}
    </Panel>
  );
}

function Records({ records }: { records: SpeedRecords }) {
  const [isAll, setAll] = useState(false);
  const order = Object.keys(RECORD_NAMES);
  const sorted = [...records].sort((a, b) => order.indexOf(a.record) - order.indexOf(b.record));
  return (
    <>
      <ul className={styles.rows}>
        {sorted.slice(0, isAll ? sorted.length : RECORD_ROWS).map((row) => (
          <li key={row.record}>
            <Link to={poseOf(row)} className={styles.row}>
              <span className={styles.name}>{RECORD_NAMES[row.record]}</span>
              <span>
                <b>{amount(row.speed_kn, 2, "kn")}</b>{" "}
                <span className="small quiet">{unitWithInterval(halfWidth90(row.error_kn), 2, "kn")}</span>
              </span>
              <span className="quiet right">{nearDay(row.date, "UTC")}</span>
            </Link>
          </li>
        ))}
      </ul>
      {sorted.length > RECORD_ROWS && (
        <div className={styles.foot}>
          <Button aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? "Show First 5 Records" : "Show All Records"}
          </Button>
        </div>
      )}
    </>
  );
}

/** The moment of a record in the replay of its track. */
const poseOf = ({ track_id, start_time }: RecordRow): string =>
  `/tracks/${track_id}${start_time ? `?t=${start_time.slice(0, 19)}Z` : ""}`;
