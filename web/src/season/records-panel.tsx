import type { SpeedRecords } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { amount, unitWithInterval } from "../format/numbers";
import { nearDay } from "../format/times";
import { unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import { Button } from "../ui/button";
import { Panel } from "./panel";
import { speedRecordsOptions } from "./queries";
import styles from "./records-panel.module.css";
import { type DashboardFilter, rangeText } from "./report-filter";

type RecordRow = SpeedRecords[number];

/** In the order of the panel. */
const NAMES: Readonly<Record<RecordRow["record"], string>> = {
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
const ROWS = 5;

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
  const order = Object.keys(NAMES);
  const sorted = [...records].sort((a, b) => order.indexOf(a.record) - order.indexOf(b.record));
  return (
    <>
      <ul className={styles.rows}>
        {sorted.slice(0, isAll ? sorted.length : ROWS).map((row) => (
          <li key={row.record}>
            <Link to={poseOf(row)} className={styles.row}>
              <span className={styles.name}>{NAMES[row.record]}</span>
              <span>
                <b>{amount(row.speed_kn, 2, "kn")}</b>{" "}
                <span className="small quiet">{unitWithInterval(halfWidth90(row.error_kn), 2, "kn")}</span>
              </span>
              <span className={styles.day}>{nearDay(row.date, "UTC")}</span>
            </Link>
          </li>
        ))}
      </ul>
      {sorted.length > ROWS && (
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
