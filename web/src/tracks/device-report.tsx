import type { DeviceEvent, FileAnalysis, Lap } from "@leebow/core";
import { amount, countText, distance } from "../format/numbers";
import { clockSeconds, hms } from "../format/times";
import { unitName } from "../format/units";
import { Table } from "../ui/table";
import styles from "./device-report.module.css";

/** Events and laps recorded by the device: pauses, race timer, line, laps. */
export function DeviceReport({ report }: { report: FileAnalysis }) {
  const { events, laps, time_zone } = report;
  if (events.length === 0 && laps.length < 2) return null;
  return (
    <section className={styles.device} aria-label="From the device">
      <h2>From the device</h2>
      {events.length > 0 && (
        <ul>
          {events.map((event, i) => (
            <Said key={i} event={event} zone={time_zone} />
          ))}
        </ul>
      )}
      {laps.length > 1 && <Laps laps={laps} zone={time_zone} />}
    </section>
  );
}

function Said({ event, zone }: { event: DeviceEvent; zone: string | null }) {
  return (
    <li>
      <b>{clockSeconds(event.time, zone)}</b>
      <span>{event.words}</span>
    </li>
  );
}

/** The device's laps, collapsed. */
function Laps({ laps, zone }: { laps: readonly Lap[]; zone: string | null }) {
  return (
    <details>
      <summary>{countText(laps.length, "lap")}, as the device counted them</summary>
      <Table
        className={styles.laps}
        heads={["Lap", "Start", "Time", unitName("mi"), `Max ${unitName("kn")}`]}
        rows={laps.map(({ name, start_time, timer_s, distance_m, max_speed_kn }) => [
          name.replace("Lap ", ""),
          clockSeconds(start_time, zone),
          timer_s === null ? "–" : hms(timer_s),
          distance(distance_m),
          amount(max_speed_kn, 1, "kn"),
        ])}
      />
    </details>
  );
}
