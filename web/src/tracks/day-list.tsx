import { memo, type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import styles from "./day-list.module.css";
import { arrivalsOf, byDay, type Day, NO_ARRIVALS, type Placed } from "./days";

/** Rows that are shown and hidden together. *guess*: a little more than a screen. */
const CHUNK = 10;
/** Rows of a new list that are drawn at once, the others after the first paint. *guess*: a screen has fewer. */
const AT_ONCE = 10;

/** What a row says of itself, because the head above it does not say it of all rows. */
export interface OwnWords {
  location: string | null;
  hasDay: boolean;
}

export type RenderRow<Row> = (row: Row, own: OwnWords) => ReactNode;

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
  const [before, setArrivals] = useState(NO_ARRIVALS);
  const arrivals = useMemo(() => arrivalsOf(rows, before), [rows, before]);
  if (arrivals !== before) setArrivals(arrivals);
  const days = useMemo(() => byDay(rows, undated, arrivals.undated), [rows, undated, arrivals]);
  let above = 0;
  const starts = days.map(({ rows }) => {
    const start = above;
    above += rows.length;
    return start;
  });
  return days.map((day, at) => (
    <DayRows
      key={day.key}
      day={day}
      start={starts[at]!}
      render={render}
      total={(isOpen && at === days.length - 1 ? null : total?.(day.rows)) ?? null}
    />
  ));
}

interface DayRowsProps<Row> {
  day: Day<Row>;
  /** Rows of the list above this day. */
  start: number;
  render: RenderRow<Row>;
  total: string | null;
}

const DayRows = memo(
  function DayRows<Row extends Placed & { id: number }>({ day, start, render, total }: DayRowsProps<Row>) {
    const chunks = Array.from({ length: Math.ceil(day.rows.length / CHUNK) }, (_, at) =>
      day.rows.slice(at * CHUNK, (at + 1) * CHUNK),
    );
    return (
      <DaySection id={day.key} title={day.title} location={day.location} total={total}>
        {chunks.map((rows, at) => (
          <Chunk
            key={rows[0]?.id}
            rows={rows}
            isAtOnce={start + at * CHUNK < AT_ONCE}
            hasLocation={day.location === null}
            hasDay={!day.isOneDay}
            render={render}
          />
        ))}
      </DaySection>
    );
  },
  (before, after) =>
    before.render === after.render &&
    before.total === after.total &&
    before.day.title === after.day.title &&
    before.day.location === after.day.location &&
    before.day.isOneDay === after.day.isOneDay &&
    areSame(before.day.rows, after.day.rows),
) as <Row extends Placed & { id: number }>(props: DayRowsProps<Row>) => ReactNode;

interface ChunkProps<Row> {
  rows: readonly Row[];
  isAtOnce: boolean;
  /** Whether each row says its location, and its day. */
  hasLocation: boolean;
  hasDay: boolean;
  render: RenderRow<Row>;
}

const Chunk = memo(
  function Chunk<Row extends Placed & { id: number }>({
    rows,
    isAtOnce,
    hasLocation,
    hasDay,
    render,
  }: ChunkProps<Row>) {
    const isDrawn = useDeferredValue(true, isAtOnce);
    const frame = useRef<HTMLDivElement>(null);
    const far_px = useFarHeight(frame, rows[0] ?? rows);
    return (
      <div ref={frame} className={styles.chunk} style={far_px === null ? undefined : { height: far_px }}>
        {isDrawn &&
          far_px === null &&
          rows.map((row) =>
            render(row, { location: hasLocation ? row.location : null, hasDay: hasDay && row.start_time !== null }),
          )}
      </div>
    );
  },
  (before, after) =>
    before.render === after.render &&
    before.hasLocation === after.hasLocation &&
    before.hasDay === after.hasDay &&
    areSame(before.rows, after.rows),
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

/** Nearer to the window than this a part of a list is in the document. *guess*: two turns of a fast wheel. */
const NEAR = "1500px 0px";

type NearListener = (isNear: boolean, height_px: number) => void;
const listeners = new WeakMap<Element, NearListener>();
let observer: IntersectionObserver | null = null;

/** The heights that parts of a list had, by their first row: a list that is opened again keeps its place. */
const heights = new WeakMap<object, number>();

/** Null near the window; else the height the part had, which stands for its rows. */
function useFarHeight(frame: RefObject<HTMLElement | null>, key: object): number | null {
  const [far_px, setFar] = useState(() => heights.get(key) ?? null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    return watch(element, (isNear, height_px) => {
      // A row that has the focus stays, and with it what is open in it.
      if (isNear || element.contains(document.activeElement)) return setFar(null);
      heights.set(key, height_px);
      setFar(height_px);
    });
  }, [frame, key]);
  return far_px;
}

/** One observer for all parts: each has its own cost. */
function watch(element: Element, listener: NearListener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        listeners.get(target)?.(isIntersecting, boundingClientRect.height);
    },
    { rootMargin: NEAR },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

/** Keyboard navigation of the list: `/` focuses the search, up and down arrows move between rows. */
export function useRowKeys(search: RefObject<HTMLInputElement | null>, list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = document.activeElement;
      const typing = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
      if (event.key === "/" && !typing) {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step === 0 || !list.current) return;
      const links = [...list.current.querySelectorAll<HTMLElement>("[data-row-link]")];
      const here = links.findIndex((link) => link === at || link.closest("article")?.contains(at));
      if (here < 0 && at !== search.current) return;
      const target = here + step < 0 ? search.current : links[here + step];
      if (!target) return;
      event.preventDefault();
      target.focus();
      target.closest("article")?.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [search, list]);
}
