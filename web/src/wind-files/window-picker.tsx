import type { WindCurve } from "@leebow/api/contract";
import { scaleLinear } from "d3";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { clock, zoneName } from "../format/times";
import styles from "./window-picker.module.css";

/** A range of time, UTC ms. */
export interface TimeWindow {
  start_ms: number;
  end_ms: number;
}

interface WindowPickerProps {
  points: WindCurve["points"];
  /** Of the whole file. */
  range: TimeWindow;
  value: TimeWindow;
  onChange: (value: TimeWindow) => void;
  zone: string;
}

const MINUTE_MS = 60_000;
const PAGE_MINUTES = 10;
/** A pointer as near to a handle takes hold of it, px. *guess* */
const GRIP_PX = 22;
const [WIDTH, HEIGHT] = [1000, 100];

type Held = "start" | "end" | "both";

/** The wind of a file over time with a window that is dragged by its handles or as a whole, in whole minutes. */
export function WindowPicker({ points, range, value, onChange, zone }: WindowPickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drag = useDrag(frame, range, value, onChange);
  const percent = (at_ms: number) => `${(100 * (at_ms - range.start_ms)) / (range.end_ms - range.start_ms)}%`;
  const handle = (end: "start" | "end") => (
    <Handle
      name={end === "start" ? "Start of the report" : "End of the report"}
      left={percent(value[`${end}_ms`])}
      at_ms={value[`${end}_ms`]}
      range={range}
      zone={zone}
      onMove={(at_ms) => onChange(moved(value, range, end, at_ms))}
    />
  );
  return (
    <div>
      <div ref={frame} className={styles.plot} {...drag}>
        <div
          className={styles.window}
          style={{ left: percent(value.start_ms), right: `calc(100% - ${percent(value.end_ms)})` }}
        />
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles.curve} aria-hidden="true">
          <path d={curvePath(points, range)} />
        </svg>
        {handle("start")}
        {handle("end")}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {[0, 1 / 3, 2 / 3, 1].map((share) => (
          <span key={share}>{clock(range.start_ms + share * (range.end_ms - range.start_ms), zone)}</span>
        ))}
      </div>
    </div>
  );
}

/** Dragging takes the nearest handle, or the whole window inside it. */
function useDrag(
  frame: React.RefObject<HTMLDivElement | null>,
  range: TimeWindow,
  value: TimeWindow,
  onChange: (value: TimeWindow) => void,
) {
  const held = useRef<{ part: Held; offset_ms: number } | null>(null);
  const timeAt = ({ clientX }: PointerEvent) => {
    const { left, width } = frame.current!.getBoundingClientRect();
    return range.start_ms + ((clientX - left) / width) * (range.end_ms - range.start_ms);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const at_ms = timeAt(event);
      const ms_per_px = (range.end_ms - range.start_ms) / frame.current!.clientWidth;
      const [toStart, toEnd] = [Math.abs(at_ms - value.start_ms), Math.abs(at_ms - value.end_ms)];
      const isInside = at_ms > value.start_ms && at_ms < value.end_ms;
      const isNear = Math.min(toStart, toEnd) <= GRIP_PX * ms_per_px;
      const part: Held = isInside && !isNear ? "both" : toStart < toEnd ? "start" : "end";
      held.current = { part, offset_ms: part === "both" ? at_ms - value.start_ms : 0 };
      frame.current!.setPointerCapture(event.pointerId);
      if (part !== "both") onChange(moved(value, range, part, at_ms));
    },
    onPointerMove: (event: PointerEvent) => {
      if (!held.current) return;
      const { part, offset_ms } = held.current;
      onChange(moved(value, range, part, timeAt(event) - offset_ms));
    },
    onPointerUp: () => {
      held.current = null;
    },
    onPointerCancel: () => {
      held.current = null;
    },
  };
}

/** The window with one end, or its start and so both ends, at a time: whole minutes, within the range, never empty. */
export function moved(value: TimeWindow, range: TimeWindow, part: Held, at_ms: number): TimeWindow {
  const minute = Math.round(at_ms / MINUTE_MS) * MINUTE_MS;
  const within = (time: number, low: number, high: number) => Math.max(low, Math.min(high, time));
  if (part === "start") return { ...value, start_ms: within(minute, range.start_ms, value.end_ms - MINUTE_MS) };
  if (part === "end") return { ...value, end_ms: within(minute, value.start_ms + MINUTE_MS, range.end_ms) };
  const length = value.end_ms - value.start_ms;
  const start_ms = within(minute, range.start_ms, range.end_ms - length);
  return { start_ms, end_ms: start_ms + length };
}

interface HandleProps {
  name: string;
  left: string;
  at_ms: number;
  range: TimeWindow;
  zone: string;
  onMove: (at_ms: number) => void;
}

/** Arrows move it by a minute, Page Up and Down by ten, Home and End to the ends of the file. */
function Handle({ name, left, at_ms, range, zone, onMove }: HandleProps) {
  const keys: Record<string, number> = {
    ArrowLeft: at_ms - MINUTE_MS,
    ArrowDown: at_ms - MINUTE_MS,
    ArrowRight: at_ms + MINUTE_MS,
    ArrowUp: at_ms + MINUTE_MS,
    PageDown: at_ms - PAGE_MINUTES * MINUTE_MS,
    PageUp: at_ms + PAGE_MINUTES * MINUTE_MS,
    Home: range.start_ms,
    End: range.end_ms,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={range.start_ms}
      aria-valuemax={range.end_ms}
      aria-valuenow={at_ms}
      aria-valuetext={`${clock(at_ms, zone)}, ${zoneName(zone)}`}
      className={styles.handle}
      style={{ left }}
      onKeyDown={onKeyDown}
    >
      <i />
    </div>
  );
}

/** The speed over time; the direction where no speed was measured. Breaks where measurements are missing. */
function curvePath(points: WindCurve["points"], range: TimeWindow): string {
  const hasSpeed = points.some(({ tws }) => tws !== null);
  const known = points.flatMap(({ time, tws, twd }) => {
    const y = hasSpeed ? tws : twd;
    return y === null ? [] : [{ time: Date.parse(time), y }];
  });
  const values = known.map(({ y }) => y);
  const x = scaleLinear([range.start_ms, range.end_ms], [0, WIDTH]);
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [HEIGHT - 8, 8]);
  const gap_ms = (8 * (range.end_ms - range.start_ms)) / Math.max(points.length, 100);
  return known
    .map(({ time, y: value }, at) => {
      const isNew = at === 0 || time - known[at - 1]!.time > gap_ms;
      return `${isNew ? "M" : "L"}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join("");
}
