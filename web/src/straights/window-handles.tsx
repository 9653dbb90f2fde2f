import type { KeyboardEvent } from "react";
import { classes } from "../components/classes";
import { clockSeconds } from "../format/times";
import type { Frame } from "./chart-lines";
import { type Part, placeOf, stretchesOf } from "./parts";
import { stepMoment, type TimeWindow, withEnd } from "./time-window";
import styles from "./window-handles.module.css";

interface WindowHandlesProps {
  frame: Frame;
  parts: readonly Part[];
  value: TimeWindow;
  /** Moves the window by keys; null in the charts below the first, which have the same window. */
  onKeyed: ((window: TimeWindow | null) => void) | null;
  zone: string | null;
}

/** The window over a chart with its two ends. */
export function WindowHandles({ frame, parts, value, onKeyed, zone }: WindowHandlesProps) {
  const { top, height } = frame;
  return (
    <>
      {stretchesOf(parts, value).map(({ left, width }) => (
        <div key={left} className={styles.window} style={{ left, width, top, height }} />
      ))}
      {(["from_ms", "to_ms"] as const).map((end) => (
        <Handle key={end} end={end} frame={frame} parts={parts} value={value} onKeyed={onKeyed} zone={zone} />
      ))}
    </>
  );
}

const STEP_MS = 1000;
const LONG_STEP_MS = 10_000;

interface HandleProps extends WindowHandlesProps {
  end: keyof TimeWindow;
}

/** Arrows move it by a second, with Shift by ten, Home and End to the ends of the straights, Escape clears the window. */
function Handle({ end, frame: { top, height }, parts, value, onKeyed, zone }: HandleProps) {
  const at_ms = value[end];
  const place = { left: placeOf(parts, at_ms), top, height };
  if (!onKeyed)
    return (
      <div className={styles.handle} style={place} aria-hidden="true">
        <i />
      </div>
    );
  const bounds = { from_ms: parts[0]!.from_ms, to_ms: Math.max(...parts.map(({ to_ms }) => to_ms)) };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onKeyed(null);
    const step = event.shiftKey ? LONG_STEP_MS : STEP_MS;
    const by: Record<string, number> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -LONG_STEP_MS,
      PageUp: LONG_STEP_MS,
      Home: bounds.from_ms - at_ms,
      End: bounds.to_ms - at_ms,
    };
    const way = by[event.key];
    if (way === undefined) return;
    event.preventDefault();
    if (way !== 0) onKeyed(withEnd(value, end, stepMoment(at_ms, way, parts), parts));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={end === "from_ms" ? "Start of the window" : "End of the window"}
      aria-valuemin={0}
      aria-valuemax={Math.round((bounds.to_ms - bounds.from_ms) / 1000)}
      aria-valuenow={Math.round((at_ms - bounds.from_ms) / 1000)}
      aria-valuetext={clockSeconds(at_ms, zone)}
      className={classes(styles.handle, styles.keyed)}
      style={place}
      onKeyDown={onKeyDown}
    >
      <i />
    </div>
  );
}
