import {
  type ColumnDef,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { amount, UNKNOWN } from "../format/numbers";
import { unitName } from "../format/units";
import { Checkbox } from "./choices";
import { classes } from "./classes";
import styles from "./data-table.module.css";
import { Icon } from "./icon";

export interface DataColumn<Row> {
  id: string;
  /** Column name with the unit, "Loss, m"; a line break begins its second line. */
  title: string;
  numeric?: boolean;
  /** Sort key; null sorts last. */
  value: (row: Row) => number | string | null;
  cell: (row: Row) => ReactNode;
  /** Content of the sticky last row. */
  foot?: ReactNode;
  /** Control that explains the column, beside its title. */
  help?: ReactNode;
}

type More<Row> = Partial<Omit<DataColumn<Row>, "id" | "title" | "numeric" | "value">>;

/** A column of figures; `show` writes one that is known. */
export const numberColumn = <Row,>(
  id: string,
  title: string,
  value: (row: Row) => number | null | undefined,
  show: (value: number, row: Row) => ReactNode = String,
  more: More<Row> = {},
): DataColumn<Row> => {
  const cell = (row: Row) => {
    const known = value(row) ?? null;
    return known === null ? UNKNOWN : show(known, row);
  };
  return { id, title, numeric: true, value: (row) => value(row) ?? null, cell, ...more };
};

/** A column of a quantity; its head has the reader's unit, which is in the second line where the name ends with a line break. */
export const quantityColumn = <Row,>(
  id: string,
  name: string,
  unit: string,
  digits: number,
  value: (row: Row) => number | null | undefined,
  more: More<Row> = {},
): DataColumn<Row> =>
  numberColumn(
    id,
    `${name}${name.endsWith("\n") ? "" : ", "}${unitName(unit)}`,
    value,
    (known) => amount(known, digits, unit),
    more,
  );

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Ids of the selected rows; without it there are no checkboxes. */
  chosen?: ReadonlySet<string>;
  /** Accessible name of a row's checkbox. */
  rowName?: (row: Row) => string;
  onChoose?: (chosen: Set<string>) => void;
  /** Id of the highlighted row, shared with a chart. */
  highlighted?: string | null;
  onHighlight?: (id: string | null) => void;
  /** Id of the row to scroll to when the table appears. */
  shownRow?: string | null;
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, sortedRowModel: createSortedRowModel() });

/** A table with a sticky head and a sticky last row. A click on a column head sorts by it. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, chosen } = props;
  const table = useRows(props);
  const frame = useShownRow(props.shownRow ?? null);
  return (
    <div
      ref={frame}
      className={classes(styles.scroll, chosen && styles.checks)}
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {chosen && (
              <SelectAll
                all={table.getIsAllRowsSelected()}
                some={chosen.size > 0}
                onChange={(on) => table.toggleAllRowsSelected(on)}
              />
            )}
            {table.getHeaderGroups()[0]?.headers.map(({ id, column }, at) => (
              <Head
                key={id}
                column={columns[at]}
                sorted={column.getIsSorted()}
                onSort={column.getToggleSortingHandler()}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <BodyRow
              key={row.id}
              id={row.id}
              row={row.original}
              onSelect={(on) => row.toggleSelected(on)}
              table={props}
            />
          ))}
        </tbody>
        <Foot columns={columns} checks={chosen !== undefined} />
      </table>
    </div>
  );
}

/** Scrolls to a row when the table appears or another row is asked for. */
function useShownRow(id: string | null) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id === null) return;
    const rows = frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [];
    [...rows].find(({ dataset }) => dataset.row === id)?.scrollIntoView({ block: "center" });
  }, [id]);
  return frame;
}

/** State of sorting; the selection is state of the parent. */
function useRows<Row extends object>({ columns, rows, rowId, chosen, onChoose }: DataTableProps<Row>) {
  const data = useMemo(() => [...rows], [rows]);
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          accessorFn: (row) => column.value(row) ?? undefined,
          sortUndefined: "last",
          sortDescFirst: false,
        }),
      ),
    [columns],
  );
  const selection: RowSelectionState = Object.fromEntries([...(chosen ?? [])].map((id) => [id, true]));
  return useTable({
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
}

function SelectAll({ all, some, onChange }: { all: boolean; some: boolean; onChange: (on: boolean) => void }) {
  return (
    <th scope="col" className={styles.check}>
      <Checkbox bare label="Select all" checked={all} mixed={!all && some} onChange={onChange} />
    </th>
  );
}

interface HeadProps<Row> {
  column: DataColumn<Row> | undefined;
  sorted: false | "asc" | "desc";
  onSort: ((event: unknown) => void) | undefined;
}

function Head<Row>({ column, sorted, onSort }: HeadProps<Row>) {
  const direction = sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none";
  return (
    <th scope="col" className={column?.numeric ? styles.number : undefined} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {column?.title}
        <span className={classes(styles.way, sorted && styles.sorted)}>
          <Icon of={sorted === "desc" ? ArrowDown : ArrowUp} size={12} />
        </span>
      </button>
      {column?.help}
    </th>
  );
}

interface BodyRowProps<Row> {
  id: string;
  row: Row;
  onSelect: (on: boolean) => void;
  table: DataTableProps<Row>;
}

function BodyRow<Row>({
  id,
  row,
  onSelect,
  table: { columns, rowName, chosen, highlighted, onHighlight },
}: BodyRowProps<Row>) {
  const on = chosen?.has(id) ?? true;
  return (
    <tr
      data-row={id}
      className={classes(id === highlighted && styles.highlighted, !on && styles.pale)}
      onPointerEnter={() => onHighlight?.(id)}
      onPointerLeave={() => onHighlight?.(null)}
      onFocus={() => onHighlight?.(id)}
      onBlur={() => onHighlight?.(null)}
    >
      {chosen && (
        <td className={styles.check}>
          <Checkbox bare label={`Select ${rowName?.(row)}`} checked={on} onChange={onSelect} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={column.numeric ? styles.number : undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** The first cell of the last row spans the following columns without one. */
function Foot<Row>({ columns, checks }: { columns: readonly DataColumn<Row>[]; checks: boolean }) {
  const lead = columns.findIndex((column, at) => at > 0 && column.foot !== undefined);
  if (columns[0]?.foot === undefined || lead < 0) return null;
  return (
    <tfoot>
      <tr>
        {checks && <td className={styles.check} />}
        <td colSpan={lead}>{columns[0].foot}</td>
        {columns.slice(lead).map((column) => (
          <td key={column.id} className={column.numeric ? styles.number : undefined}>
            {column.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
