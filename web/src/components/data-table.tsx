import { type ColumnDef, createSortedRowModel, rowSelectionFeature, rowSortingFeature, type RowSelectionState, tableFeatures, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Checkbox } from "./choices";
import { classes } from "./classes";
import styles from "./data-table.module.css";
import { Icon } from "./icon";

export interface DataColumn<Row> {
  id: string;
  /** With its unit, as in "Loss, m". */
  title: string;
  numeric?: boolean;
  /** What it is sorted by; null goes last. */
  value: (row: Row) => number | string | null;
  cell: (row: Row) => ReactNode;
  /** What stands in the sticky last row. */
  foot?: ReactNode;
}

interface DataTableProps<Row> {
  /** What the table is, for those who do not see it. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** How a row is called beside its checkbox. */
  rowName: (row: Row) => string;
  /** The chosen rows; without it there are no checkboxes. */
  chosen?: ReadonlySet<string>;
  onChoose?: (chosen: Set<string>) => void;
  /** The row that is lit, here and elsewhere. */
  lit?: string | null;
  onLight?: (id: string | null) => void;
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, sortedRowModel: createSortedRowModel() });

/** The head stays, numbers stand right, a press on a head sorts, the averages stick to the bottom. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, rowName, chosen, onChoose, lit = null, onLight } = props;
  const data = useMemo(() => [...rows], [rows]);
  const defs = useMemo(() => columns.map((column): ColumnDef<typeof features, Row> => ({
    id: column.id,
    accessorFn: (row) => column.value(row) ?? undefined,
    sortUndefined: "last",
    sortDescFirst: false,
  })), [columns]);
  const selection: RowSelectionState = Object.fromEntries([...(chosen ?? [])].map((id) => [id, true]));
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: rowId,
    enableRowSelection: chosen !== undefined,
    state: { rowSelection: selection },
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(selection) : change;
      onChoose?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
  const shown = table.getRowModel().rows;
  const all = table.getIsAllRowsSelected();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {chosen && (
              <th className={styles.check}>
                <Checkbox bare label="Select all" checked={all} mixed={!all && chosen.size > 0} onChange={(on) => table.toggleAllRowsSelected(on)} />
              </th>
            )}
            {table.getHeaderGroups()[0]?.headers.map((header, at) => {
              const column = columns[at];
              const sorted = header.column.getIsSorted();
              return (
                <th key={header.id} className={column?.numeric ? styles.number : undefined} aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}>
                  <button type="button" className={styles.sort} onClick={header.column.getToggleSortingHandler()}>
                    {column?.title}
                    <span className={classes(styles.way, sorted && styles.sorted)}><Icon of={sorted === "desc" ? ArrowDown : ArrowUp} size={12} /></span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr
              key={row.id}
              className={classes(row.id === lit && styles.lit, chosen && !chosen.has(row.id) && styles.pale)}
              onPointerEnter={() => onLight?.(row.id)}
              onPointerLeave={() => onLight?.(null)}
              onFocus={() => onLight?.(row.id)}
              onBlur={() => onLight?.(null)}
            >
              {chosen && (
                <td className={styles.check}>
                  <Checkbox bare label={`Select ${rowName(row.original)}`} checked={chosen.has(row.id)} onChange={(on) => row.toggleSelected(on)} />
                </td>
              )}
              {columns.map((column) => <td key={column.id} className={column.numeric ? styles.number : undefined}>{column.cell(row.original)}</td>)}
            </tr>
          ))}
        </tbody>
        <Foot columns={columns} checks={chosen !== undefined} />
      </table>
    </div>
  );
}

/** The first foot may run over columns that have none. */
function Foot<Row>({ columns, checks }: { columns: readonly DataColumn<Row>[]; checks: boolean }) {
  const lead = columns.findIndex((column, at) => at > 0 && column.foot !== undefined);
  if (columns[0]?.foot === undefined || lead < 0) return null;
  return (
    <tfoot>
      <tr>
        {checks && <td className={styles.check} />}
        <td colSpan={lead}>{columns[0].foot}</td>
        {columns.slice(lead).map((column) => <td key={column.id} className={column.numeric ? styles.number : undefined}>{column.foot}</td>)}
      </tr>
    </tfoot>
  );
}
