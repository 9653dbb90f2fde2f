import { memo, type ReactNode, useMemo, useRef } from "react";
import styles from "./day-list.module.css";
import { byDay, type Day, type Placed } from "./days";
import { useFarHeight } from "./far-height";

/** Rows that are shown and hidden together. *guess*: a little more than a screen. */
const CHUNK = 10;

/** `location`: the row's own, where those of the day differ. */
export type RenderRow<Row> = (row: Row, location: string | null) => ReactNode;

interface DayListProps<Row> {
  rows: readonly Row[];
  /** A function that stays the same, so that rows which did not change are not rendered again. */
  render: RenderRow<Row>;
  /** The title of rows without a time. */
  undated?: string;
  /** What is said of all rows of a day, beside its title. */
  total?: ((rows: readonly Row[]) => string | null) | undefined;
  /** Whether further rows of the last day may follow: its total is not said then. */
  isOpen?: boolean;
}

/** Rows by day. Only those near the window are in the document: a list of 10,000 scrolls like one of ten. */
export function DayList<Row extends Placed & { id: number }>({
  rows,
  render,
  undated,
  total,
  isOpen = false,
}: DayListProps<Row>) {
  const days = useMemo(() => byDay(rows, undated), [rows, undated]);
  return days.map((day, at) => (
    <DayRows
      key={day.key}
      day={day}
      render={render}
      total={(isOpen && at === days.length - 1 ? null : total?.(day.rows)) ?? null}
    />
  ));
}

interface DayRowsProps<Row> {
  day: Day<Row>;
  render: RenderRow<Row>;
  total: string | null;
}

const DayRows = memo(
  function DayRows<Row extends Placed & { id: number }>({ day, render, total }: DayRowsProps<Row>) {
    const chunks = Array.from({ length: Math.ceil(day.rows.length / CHUNK) }, (_, at) =>
      day.rows.slice(at * CHUNK, (at + 1) * CHUNK),
    );
    return (
      <DaySection id={day.key} title={day.title} location={day.location} total={total}>
        {chunks.map((rows) => (
          <Chunk key={rows[0]?.id} rows={rows} hasLocation={day.location !== null} render={render} />
        ))}
      </DaySection>
    );
  },
  (before, after) =>
    before.render === after.render &&
    before.total === after.total &&
    before.day.title === after.day.title &&
    before.day.location === after.day.location &&
    areSame(before.day.rows, after.day.rows),
) as <Row extends Placed & { id: number }>(props: DayRowsProps<Row>) => ReactNode;

interface ChunkProps<Row> {
  rows: readonly Row[];
  /** Whether the head of the day says the location of all rows. */
  hasLocation: boolean;
  render: RenderRow<Row>;
}

const Chunk = memo(
  function Chunk<Row extends Placed & { id: number }>({ rows, hasLocation, render }: ChunkProps<Row>) {
    const frame = useRef<HTMLDivElement>(null);
    const far_px = useFarHeight(frame, rows[0] ?? rows);
    return (
      <div ref={frame} className={styles.chunk} style={far_px === null ? undefined : { height: far_px }}>
        {far_px === null && rows.map((row) => render(row, hasLocation ? null : row.location))}
      </div>
    );
  },
  (before, after) =>
    before.render === after.render && before.hasLocation === after.hasLocation && areSame(before.rows, after.rows),
) as <Row extends Placed & { id: number }>(props: ChunkProps<Row>) => ReactNode;

const areSame = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((row, at) => row === after[at]);

interface DaySectionProps {
  id: string;
  title: string;
  location: string | null;
  total?: string | null;
  children: ReactNode;
}

/** The head of a day, and its rows in one card. */
export const DaySection = ({ id, title, location, total = null, children }: DaySectionProps) => (
  <section aria-labelledby={id}>
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {location && <span className="small quiet">{location}</span>}
      {total && <span className={styles.total}>{total}</span>}
    </div>
    <div className={styles.rows}>{children}</div>
  </section>
);
