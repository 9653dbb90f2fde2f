import { useMemo } from "react";
import { type DataColumn, DataTable } from "../components/data-table";
import { type StatsRow, shareText, statText } from "./stats";
import styles from "./stats-table.module.css";
import { nameWithUnit, type Variable } from "./variables";

/** The statistics of one variable. */
export function StatsTable({ variable, rows }: { variable: Variable; rows: readonly StatsRow[] }) {
  const columns = useMemo(() => columnsOf(variable.id), [variable.id]);
  if (rows.length === 0) return <p className={styles.note}>{variable.label} has no value in these straights.</p>;
  return (
    <>
      <DataTable
        caption={`Statistics of ${nameWithUnit(variable)}`}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        highlighted="window"
      />
      <p className={styles.note}>
        * All shown segments together. Their quartiles divide the last three columns: the share of a row’s time in them.
      </p>
    </>
  );
}

function columnsOf(variable: string): DataColumn<StatsRow>[] {
  const number = (id: "avg" | "std" | "q1" | "q2" | "q3", title: string): DataColumn<StatsRow> => ({
    id,
    title,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => statText(variable, id, row[id]),
  });
  const share = (id: "in_q1_pct" | "in_q2_3_pct" | "in_q4_pct", title: string): DataColumn<StatsRow> => ({
    id,
    title,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => shareText(row[id]),
  });
  return [
    { id: "name", title: "Name", value: ({ name }) => name, cell: (row) => <NameCell row={row} /> },
    number("avg", "Avg"),
    number("std", "Std"),
    number("q1", "Q1"),
    number("q2", "Q2"),
    number("q3", "Q3"),
    share("in_q1_pct", "% in Q1"),
    share("in_q2_3_pct", "% in Q2-3"),
    share("in_q4_pct", "% in Q4"),
  ];
}

function NameCell({ row: { of, name } }: { row: StatsRow }) {
  if (of === "all") return <b>{name}</b>;
  return (
    <span>
      {name}
      {of === "tag" && <span className="quiet small"> tag</span>}
    </span>
  );
}
