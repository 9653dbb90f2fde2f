import { leftOutText, lossHalfWidth90, type Maneuver, SEGMENT_KINDS } from "@leebow/core";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { fixed, unitWithInterval } from "../format/numbers";
import { clockSeconds, longDay, zoneName } from "../format/times";
import { trackDrawing } from "../map/track-drawing";
import type { ReplayData } from "../session/replay-model";
import { damageSentence, keptText } from "./damage-text";
import { Facts } from "./facts";
import styles from "./print-report.module.css";

const DRAWING = { width: 680, height: 300 };

/** The report of a file on paper; the browser saves it as PDF. It is on the page while the browser prints. */
export function PrintReport({ data, onDone }: { data: ReplayData; onDone: () => void }) {
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    const frame = requestAnimationFrame(() => print());
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("afterprint", onDone);
    };
  }, [onDone]);
  return createPortal(<Paper data={data} />, document.body);
}

function Paper({ data: { report, columns } }: { data: ReplayData }) {
  const { maneuvers, notes, start_time, end_time, time_zone, boat_class } = report;
  return (
    <div className={styles.paper} aria-hidden="true" data-theme="light">
      <h1>{report.name}</h1>
      <p>
        {longDay(start_time, time_zone)}, {clockSeconds(start_time, time_zone)} to {clockSeconds(end_time, time_zone)},{" "}
        {zoneName(time_zone)}. {boat_class}.
      </p>
      <p>
        {keptText(report.damage)}. {damageSentence(report)}
      </p>
      <svg viewBox={`-4 -4 ${DRAWING.width + 8} ${DRAWING.height + 8}`} className={styles.drawing} aria-hidden="true">
        <path d={trackDrawing(columns, DRAWING.width, DRAWING.height)} />
      </svg>
      <Facts report={report} />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <table>
        <thead>
          <tr>
            {[
              "Maneuver",
              "Time",
              "Tack",
              "Loss",
              "Entry, kn",
              "Lowest, kn",
              "Exit, kn",
              "Angle, °",
              "Not in the averages",
            ].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {maneuvers.map((maneuver) => (
            <Row key={`${maneuver.time} ${maneuver.kind}`} maneuver={maneuver} zone={time_zone} />
          ))}
        </tbody>
      </table>
      <p>A loss is the distance lost in the turn; ± is half the width of the 90 % interval.</p>
    </div>
  );
}

function Row({ maneuver, zone }: { maneuver: Maneuver; zone: string | null }) {
  const { kind, time, from_side, to_side, entry_speed_kn, min_speed_kn, exit_speed_kn, angle_deg } = maneuver;
  const sides = [from_side, to_side].filter((side) => side !== null);
  return (
    <tr>
      <td>{SEGMENT_KINDS[kind].name}</td>
      <td>{clockSeconds(time, zone)}</td>
      <td>{[...new Set(sides)].join(" to ")}</td>
      <td>{lossText(maneuver)}</td>
      <td>{fixed(entry_speed_kn, 1)}</td>
      <td>{fixed(min_speed_kn, 1)}</td>
      <td>{fixed(exit_speed_kn, 1)}</td>
      <td>{fixed(angle_deg, 0)}</td>
      <td>{leftOutText(maneuver)}</td>
    </tr>
  );
}

function lossText(maneuver: Maneuver): string {
  const { loss_80_m } = maneuver;
  // Why there is none stands in the last column.
  if (loss_80_m === null) return "–";
  return `${fixed(loss_80_m, 1)} ${unitWithInterval(lossHalfWidth90(maneuver), 1, "m")}`;
}
