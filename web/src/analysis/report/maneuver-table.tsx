import { LOSS_BASIS_TEXT, type LossBasis, meanOfKnown } from "@leebow/core";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { amount, fixed } from "../../format/numbers";
import { clockSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import type { MetricId } from "../../help/metric-ids";
import { type DataColumn, DataTable, numberColumn } from "../../ui/data-table";
import { SideChange } from "../../ui/marks";
import styles from "./maneuver-table.module.css";
import type { PanelNames, ReportPlace } from "./report-place";
import { hasTarget, lossOf, type ManeuverRow, TARGET_FIGURES } from "./rows";
import type { Selection } from "./selection";

interface ManeuverTableProps {
  selection: Selection;
  words: PanelNames;
  tz: string | null;
  place: ReportPlace;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
}

/** The metrics of the columns with figures. */
const HELP = {
  loss: ["Maneuver.loss_80_m", "Maneuver.loss_basis"],
  entry_speed: ["Maneuver.entry_speed_kn"],
  exit_speed: ["Maneuver.exit_speed_kn"],
  min_speed: ["Maneuver.min_speed_kn"],
  angle: ["Maneuver.angle_deg"],
  duration: ["Maneuver.duration_s"],
} satisfies Record<string, readonly MetricId[]>;

export function ManeuverTable({ selection, words, tz, place, ...marks }: ManeuverTableProps) {
  const { rows, inside, chosen, choose, basis } = selection;
  const isCompared = useMemo(() => hasTarget(rows), [rows]);
  const { mapAt } = place;
  const columns = useMemo(
    () =>
      columnsOf(inside, basis, words, tz, mapAt).toSpliced(AFTER_LOSS, 0, ...(isCompared ? targetColumns(inside) : [])),
    [inside, basis, words, tz, mapAt, isCompared],
  );
  return (
    <DataTable
      {...marks}
      rows={rows}
      chosen={chosen}
      onChoose={choose}
      shownRow={place.row}
      caption={`${words.plural} with their losses`}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => `${row.name} at ${clockSeconds(row.time, tz)}`}
    />
  );
}

function columnsOf(
  inside: readonly ManeuverRow[],
  basis: LossBasis | null,
  words: PanelNames,
  tz: string | null,
  mapAt: ReportPlace["mapAt"],
): DataColumn<ManeuverRow>[] {
  const figure = (
    id: keyof typeof HELP,
    name: string,
    unit: string,
    of: (row: ManeuverRow) => number | null,
  ): DataColumn<ManeuverRow> => {
    const own = unitName(unit);
    // A long unit has a line of its own, so that the table is no wider than its card.
    const title = `${name},${own.length > 3 ? "\n" : " "}${own}`;
    const mean = meanOfKnown(inside.map(of));
    return {
      id,
      title,
      numeric: true,
      value: of,
      cell: (row) => amount(of(row), 2, unit),
      foot: mean === null ? "N/A" : amount(mean, 2, unit),
      help: <MetricHelp name={`${name}, ${own}`} ids={HELP[id]} />,
    };
  };
  const loss = figure("loss", "Loss", "m", (row) => lossOf(row, basis));
  return [
    {
      id: "start_time",
      title: "Start time",
      value: (row) => Date.parse(row.start_time),
      cell: (row) => <TimeCell row={row} tz={tz} mapAt={mapAt} />,
      help: <MetricHelp name="Start time" ids={["Maneuver.start_time"]} />,
      foot: inside.length > 0 ? `Average of ${inside.length} selected` : "None selected",
    },
    words.kind === "turn" ? COURSES : sides(words),
    { ...loss, value: (row) => row.loss_m ?? row.loss_at_least_m, cell: (row) => <LossCell row={row} basis={basis} /> },
    figure("entry_speed", "Entry speed", "m/s", (row) => row.entry_speed_mps),
    figure("exit_speed", "Exit speed", "m/s", (row) => row.exit_speed_mps),
    figure("min_speed", "Min speed", "m/s", (row) => row.min_speed_mps),
    figure("angle", "Maneuver angle", "°", (row) => row.angle_deg),
    figure("duration", "Duration", "s", (row) => row.duration_s),
  ];
}

/** Where the columns of the target are, so that they are in sight. */
const AFTER_LOSS = 3;

/** Of the target before and after the turn, the least of it in the turn, and until nine tenths are sailed again. */
const TARGET_COLUMNS = {
  target_entry_pct: ["Entry,\n% of target", "ManeuverOfTarget.entry_percent"],
  target_exit_pct: ["Exit,\n% of target", "ManeuverOfTarget.exit_percent"],
  target_lowest_pct: ["Lowest,\n% of target", "ManeuverOfTarget.lowest_percent"],
  target_recovered_90_s: ["90 % of target\nafter, s", "ManeuverOfTarget.recovered_90_s"],
} as const satisfies Record<(typeof TARGET_FIGURES)[number], readonly [title: string, help: MetricId]>;

const targetColumns = (inside: readonly ManeuverRow[]): DataColumn<ManeuverRow>[] =>
  TARGET_FIGURES.map((id) => {
    const [title, metric] = TARGET_COLUMNS[id];
    const mean = meanOfKnown(inside.map((row) => row[id]));
    return numberColumn(
      id,
      title,
      (row) => row[id],
      (row) => fixed(row[id], 0),
      {
        foot: mean === null ? "N/A" : fixed(mean, 0),
        help: <MetricHelp name={title.replace("\n", " ")} ids={[metric]} />,
      },
    );
  });

const sides = ({ singular }: PanelNames): DataColumn<ManeuverRow> => ({
  id: "sides",
  title: singular,
  help: <MetricHelp name={singular} ids={["Maneuver.from_side"]} />,
  value: (row) => row.from_side,
  cell: (row) => <SideChange from={row.from_side} to={row.to_side} />,
});

/** Without a wind there are no tacks: the courses before and after the turn. */
const COURSES: DataColumn<ManeuverRow> = {
  id: "courses",
  title: "Course, °",
  value: (row) => row.course_in_deg,
  cell: (row) => `${fixed(row.course_in_deg, 0)} to ${fixed(row.course_out_deg, 0)}`,
};

/** The start of the maneuver; leads to the map there. */
function TimeCell({ row, tz, mapAt }: { row: ManeuverRow; tz: string | null; mapAt: ReportPlace["mapAt"] }) {
  const time = clockSeconds(row.start_time, tz);
  if (!mapAt) return time;
  return (
    <Link to={mapAt(row.id)} className={styles.time} title={`Show ${row.name} on the map`}>
      {time}
    </Link>
  );
}

/** The loss, or the least it was and why no more is known; why it is left out of the averages. */
function LossCell({ row, basis }: { row: ManeuverRow; basis: LossBasis | null }) {
  const { loss_m, loss_at_least_m, loss_basis, no_loss, left_out } = row;
  const isOther = loss_m !== null && loss_basis !== basis && loss_basis !== null;
  const why = left_out ?? no_loss ?? (isOther ? LOSS_BASIS_TEXT[loss_basis] : null);
  return (
    <span className={styles.loss}>
      <b>
        {loss_m === null && loss_at_least_m !== null ? `> ${amount(loss_at_least_m, 2, "m")}` : amount(loss_m, 2, "m")}
      </b>
      {why && <small>{why}</small>}
    </span>
  );
}
