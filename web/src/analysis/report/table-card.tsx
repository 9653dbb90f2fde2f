import { columnIn, csvCell, type FileAnalysis, LOSS_BASIS_TEXT, type LossBasis, meanOfKnown } from "@leebow/core";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { amount, fixed } from "../../format/numbers";
import { saveFile } from "../../format/save-file";
import { clockSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import type { MetricId } from "../../help/metric-ids";
import { currentUnits } from "../../server/units";
import { Button } from "../../ui/button";
import { type DataColumn, DataTable, numberColumn } from "../../ui/data-table";
import { SideChange } from "../../ui/marks";
import { TargetMenu } from "../polar/target-menu";
import { TargetNote } from "../polar/target-note";
import type { ReportTarget } from "../polar/use-report-target";
import styles from "./loss-card.module.css";
import type { PanelNames, ReportPlace } from "./report-place";
import { hasTarget, lossOf, type ManeuverRow, TARGET_FIGURES, type TrackFacts } from "./rows";
import type { Selection } from "./selection";
import maneuverTable from "./table-card.module.css";

interface TableCardProps {
  selection: Selection;
  words: PanelNames;
  facts: TrackFacts;
  place: ReportPlace;
  analysis: FileAnalysis;
  target: ReportTarget;
  shown: boolean;
  onShow: (shown: boolean) => void;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
}

/** The table of one kind, which can be hidden, and the selected rows as CSV. */
export function TableCard(props: TableCardProps) {
  const { selection, words, facts, place, analysis, target, shown, onShow, ...marks } = props;
  return (
    <section className={styles.card} aria-label={`${words.plural}, table`}>
      <div className={styles.head}>
        <h2>{words.plural}</h2>
        <Button
          kind="quiet"
          icon={Download}
          className="no-print"
          onClick={() => saveCsv(selection.inside, words, facts)}
        >
          CSV
        </Button>
        <TargetMenu boat_class={analysis.boat_class} />
        <Button aria-expanded={shown} className="no-print" onClick={() => onShow(!shown)}>
          {shown ? "Hide Table" : "Show Table"}
        </Button>
      </div>
      {shown && (
        <>
          <ManeuverTable {...marks} selection={selection} words={words} tz={facts.tz} place={place} />
          <TargetNote report={analysis} {...target} />
        </>
      )}
    </section>
  );
}

/** Whether the table is shown, and which row it shares with the chart; at first the row that the address names. */
export function useTableMarks(place: ReportPlace) {
  const [shown, onShow] = useState(true);
  const [highlighted, onHighlight] = useState<string | null>(place.row);
  return { table: { shown, onShow }, marks: { highlighted, onHighlight } };
}

const COLUMNS = [
  "name",
  "time",
  "start_time",
  "from_side",
  "to_side",
  "course_in_deg",
  "course_out_deg",
  "loss_m",
  "loss_low_m",
  "loss_high_m",
  "loss_basis",
  "loss_at_least_m",
  "no_loss",
  "left_out",
  "entry_speed_mps",
  "exit_speed_mps",
  "min_speed_mps",
  "max_speed_mps",
  "angle_deg",
  "duration_s",
  "min_turn_rate_dps",
  "max_turn_rate_dps",
  "avg_turn_rate_dps",
] as const satisfies readonly (keyof ManeuverRow)[];

/** The selected rows as CSV: all digits, times in UTC, unknown values empty. */
export function csvOf(rows: readonly ManeuverRow[]): string {
  const ids = hasTarget(rows) ? [...COLUMNS, ...TARGET_FIGURES] : COLUMNS;
  const columns = ids.map((id) => ({ id, ...columnIn(currentUnits(), id) }));
  const lines = rows.map((row) => columns.map(({ id, factor }) => cell(row[id] ?? "", factor)).join(","));
  return [columns.map(({ name }) => name).join(","), ...lines, ""].join("\n");
}

const cell = (value: string | number, factor: number): string | number =>
  typeof value === "number" ? value * factor : csvCell(value);

function saveCsv(rows: readonly ManeuverRow[], words: PanelNames, facts: TrackFacts): void {
  const track = facts.id === null ? (facts.full_name ?? "track") : `track-${facts.id}`;
  saveFile([csvOf(rows)], "text/csv", `${track}-${words.plural.toLowerCase().replaceAll(" ", "-")}.csv`);
}

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

function ManeuverTable({ selection, words, tz, place, ...marks }: ManeuverTableProps) {
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
      (value) => fixed(value, 0),
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
    <Link to={mapAt(row.id)} className={maneuverTable.time} title={`Show ${row.name} on the map`}>
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
    <span className={maneuverTable.loss}>
      <b>
        {loss_m === null && loss_at_least_m !== null ? `> ${amount(loss_at_least_m, 2, "m")}` : amount(loss_m, 2, "m")}
      </b>
      {why && <small>{why}</small>}
    </span>
  );
}
