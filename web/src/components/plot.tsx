/** The parts of charts drawn as SVG by React: rules with their values, the note beside a point, points as buttons. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { fixed } from "../format/numbers";
import { digitsOfTicks } from "../format/ticks";
import { classes } from "./classes";
import styles from "./plot.module.css";

interface ValueRulesProps {
  /** Place of a value, px from the top. */
  y: (value: number) => number;
  ticks: readonly number[];
  left: number;
  right: number;
}

/** Horizontal rules with their values at the left; the one of zero is solid. */
export function ValueRules({ y, ticks, left, right }: ValueRulesProps) {
  const digits = digitsOfTicks(ticks);
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${y(tick)})`}>
      <path d={`M${left} 0H${right}`} className={tick === 0 ? styles.zero : styles.rule} />
      <text x={left - 8} y="4" textAnchor="end" className={styles.tick}>
        {fixed(tick, digits)}
      </text>
    </g>
  ));
}

interface TickLabelsProps {
  x: (value: number) => number;
  y: number;
  ticks: readonly number[];
  text: (value: number) => string;
}

/** The values of a horizontal axis. */
export function TickLabels({ x, y, ticks, text }: TickLabelsProps) {
  return ticks.map((tick) => (
    <text key={tick} x={x(tick)} y={y} textAnchor="middle" className={styles.tick}>
      {text(tick)}
    </text>
  ));
}

/** The name of an axis, with its unit. */
export function AxisName({ x, y, anchor, children }: { x: number; y: number; anchor?: "end"; children: ReactNode }) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={styles.label}>
      {children}
    </text>
  );
}

/** Width that a note is given at the right of its point, px; where it is less the note is at the left. */
const NOTE_PX = 190;

/** A note beside a point of a chart of this width. */
export function PlotNote({
  at: [x, y],
  width,
  children,
}: {
  at: [number, number];
  width: number;
  children: ReactNode;
}) {
  const side = x > width - NOTE_PX ? { right: width - x + 16 } : { left: x + 16 };
  return (
    <div className={styles.note} style={{ top: Math.max(4, y - 20), ...side }} aria-hidden="true">
      {children}
    </div>
  );
}

export interface PlotPoint {
  id: string;
  x: number;
  y: number;
  /** Accessible name: what the note says. */
  name: string;
}

interface PlotPointsProps {
  /** Accessible name of all of them. */
  label: string;
  /** In the order of the arrow keys. */
  points: readonly PlotPoint[];
  active: string | null;
  onActive: (id: string | null) => void;
  onOpen: (id: string) => void;
}

/** A pointer this near to a point is at it, px. *guess*: half of what a finger covers. */
const NEAR_PX = 24;

/**
 * The points of a chart as buttons over its drawing. The nearest to the pointer is active; a click opens it, of a finger
 * the second on the same point. One of them is a stop of the Tab key, and the arrow keys lead to the others.
 */
export function PlotPoints({ label, points, active, onActive, onOpen }: PlotPointsProps) {
  const [stop, setStop] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const touched = useRef<string | null>(null);
  const focusable = points.some(({ id }) => id === stop) ? stop : (points.at(-1)?.id ?? null);
  const near = (event: PointerEvent) => nearest(points, event, frame.current);
  const keys = (event: KeyboardEvent) => {
    const to = pointOfKey(event.key, points, focusable);
    if (!to) return;
    event.preventDefault();
    frame.current?.querySelectorAll("button")[points.indexOf(to)]?.focus();
  };
  const press = (event: PointerEvent) => {
    const id = near(event);
    const isOpened = event.pointerType !== "touch" || touched.current === id;
    touched.current = id;
    onActive(id);
    if (id !== null && isOpened) onOpen(id);
  };
  return (
    <div
      ref={frame}
      className={classes(styles.points, active !== null && styles.open)}
      role="group"
      aria-label={label}
      onPointerMove={(event) => event.pointerType !== "touch" && onActive(near(event))}
      onPointerLeave={(event) => event.pointerType !== "touch" && onActive(null)}
      onPointerUp={press}
      onKeyDown={keys}
    >
      {points.map(({ id, x, y, name }) => (
        <button
          key={id}
          type="button"
          className={styles.point}
          style={{ left: x, top: y }}
          tabIndex={id === focusable ? 0 : -1}
          aria-label={name}
          onFocus={() => {
            setStop(id);
            onActive(id);
          }}
          onBlur={() => onActive(null)}
          onClick={() => onOpen(id)}
        />
      ))}
    </div>
  );
}

function nearest(points: readonly PlotPoint[], event: PointerEvent, frame: HTMLElement | null): string | null {
  if (!frame) return null;
  const { left, top } = frame.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  let best: { id: string; px: number } | null = null;
  for (const point of points) {
    const px = Math.hypot(point.x - x, point.y - y);
    if (px <= NEAR_PX && (best === null || px < best.px)) best = { id: point.id, px };
  }
  return best?.id ?? null;
}

function pointOfKey(key: string, points: readonly PlotPoint[], from: string | null): PlotPoint | undefined {
  const at = points.findIndex(({ id }) => id === from);
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: points.length - 1,
  };
  const place = places[key];
  return place === undefined ? undefined : points[Math.max(0, Math.min(points.length - 1, place))];
}
