/** Charts of single points, each of which opens something. */
import { type ComponentProps, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classes } from "../ui/classes";
import styles from "./chart.module.css";
import { Chart, Drawing, type Frame, Note } from "./frame";

interface PlotPoint {
  id: string;
  /** px */
  x: number;
  y: number;
  /** Accessible name: what the note says. */
  name: string;
}

interface NotedPoint extends PlotPoint {
  note: ReactNode;
}

interface PlotPointsProps {
  /** Accessible name of all points. */
  label: string;
  /** In the order of the arrow keys. */
  points: readonly PlotPoint[];
  active: string | null;
  onActive: (id: string | null) => void;
  onOpen: (id: string) => void;
}

interface PointPlotProps<Point> extends Pick<ComponentProps<typeof Chart>, "margin" | "height" | "className"> {
  /** Accessible name of all points. */
  label: string;
  /** The points in the order of the arrow keys, and what is drawn. */
  draw: (frame: Frame) => { points: readonly Point[]; drawing: ReactNode };
  onOpen: (point: Point) => void;
}

/** A chart whose points are buttons with a note; the active one has a ring. */
export function PointPlot<Point extends NotedPoint>({ label, draw, onOpen, ...chart }: PointPlotProps<Point>) {
  const [active, setActive] = useState<string | null>(null);
  return (
    <Chart {...chart}>
      {(frame) => {
        const { points, drawing } = draw(frame);
        const pointOf = (id: string | null) => points.find((point) => point.id === id);
        const shown = pointOf(active);
        return (
          <>
            <Drawing frame={frame}>
              {shown && <circle cx={shown.x} cy={shown.y} r="9" className="mark-focus" />}
              {drawing}
            </Drawing>
            <PlotPoints
              label={label}
              points={points}
              active={active}
              onActive={setActive}
              onOpen={(id) => onOpen(pointOf(id)!)}
            />
            {shown && (
              <Note frame={frame} x={shown.x + (shown.x > frame.width / 2 ? -6 : 6)} y={shown.y - 20}>
                {shown.note}
              </Note>
            )}
          </>
        );
      }}
    </Chart>
  );
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
