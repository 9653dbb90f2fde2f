import { leftOutText, lossHalfWidth90, type Maneuver, SEGMENT_KINDS } from "@leebow/core";
import { amount, fixed, sentence, unitWithInterval } from "../format/numbers";
import { clockSeconds, longDay, zoneName } from "../format/times";
import { unitName } from "../format/units";
import { trackDrawing } from "../map/track-drawing";
import type { ReplayData } from "../playback/rows";
import { damageSentence, keptText } from "../tracks/damage-report";
import { Paper } from "../ui/paper";
import { Table } from "../ui/table";
import { Facts } from "./facts";

const DRAWING = { width: 680, height: 300 };

/** The report of a file on paper. */
export function PrintReport({ data: { report, columns }, onDone }: { data: ReplayData; onDone: () => void }) {
  const { maneuvers, notes, start_time, end_time, time_zone, boat_class } = report;
  return (
    <Paper onDone={onDone}>
      <h1>{report.name}</h1>
      <p>
        {longDay(start_time, time_zone)}, {clockSeconds(start_time, time_zone)} to {clockSeconds(end_time, time_zone)},{" "}
        {zoneName(time_zone)}. {boat_class}.
      </p>
      <p>
        {keptText(report.damage)}. {damageSentence(report)}
      </p>
      <svg viewBox={`-4 -4 ${DRAWING.width + 8} ${DRAWING.height + 8}`} aria-hidden="true">
        <path d={trackDrawing(columns, DRAWING.width, DRAWING.height)} />
      </svg>
      <Facts report={report} />
      {notes.map((note) => (
        <p key={note}>{sentence(note)}</p>
      ))}
      <Table isPlain heads={heads()} rows={maneuvers.map((maneuver) => cellsOf(maneuver, time_zone))} />
      <p>A loss is the distance lost in the turn; ± is half the width of the 90 % interval.</p>
    </Paper>
  );
}

const heads = () => [
  "Maneuver",
  "Time",
  "Tack",
  "Loss",
  `Entry, ${unitName("kn")}`,
  `Lowest, ${unitName("kn")}`,
  `Exit, ${unitName("kn")}`,
  "Angle, °",
  "Not in the averages",
];

function cellsOf(maneuver: Maneuver, zone: string | null): (string | null)[] {
  const { kind, time, from_side, to_side, entry_speed_kn, min_speed_kn, exit_speed_kn, angle_deg } = maneuver;
  const sides = [from_side, to_side].filter((side) => side !== null);
  return [
    SEGMENT_KINDS[kind].name,
    clockSeconds(time, zone),
    [...new Set(sides)].join(" to "),
    lossText(maneuver),
    amount(entry_speed_kn, 1, "kn"),
    amount(min_speed_kn, 1, "kn"),
    amount(exit_speed_kn, 1, "kn"),
    fixed(angle_deg, 0),
    sentence(leftOutText(maneuver) ?? ""),
  ];
}

function lossText(maneuver: Maneuver): string {
  const { loss_80_m } = maneuver;
  // Why there is none stands in the last column.
  if (loss_80_m === null) return "–";
  return `${amount(loss_80_m, 1, "m")} ${unitWithInterval(lossHalfWidth90(maneuver), 1, "m")}`;
}
