import type { KeyboardEvent } from "react";
import { classes } from "../components/classes";
import type { TimeRange } from "../playback/clock";
import type { Selection } from "./brush";
import styles from "./chart.module.css";
import type { Frame } from "./frame";

/** How the ends of a range are moved by keys. */
export interface EndKeys {
  /** Accessible names of the ends. */
  names: { from_ms: string; to_ms: string };
  range: TimeRange;
  /** The range that it stays within. */
  bounds: TimeRange;
  /** Steps of the arrow keys, and of Page Up and Down and with Shift. */
  step_ms: number;
  long_step_ms: number;
  textOf: (at_ms: number) => string;
  onMove: (end: keyof TimeRange, by_ms: number) => void;
  onClear?: () => void;
}

interface RangeEndsProps {
  frame: Pick<Frame, "top" | "bottom">;
  selection: Selection;
  /** Without it the ends are dragged alone. */
  keys?: EndKeys | undefined;
}

/** The ends of a range as grips, above the brush that takes the pointer, which keys can move. */
export function RangeEnds({ frame: { top, bottom }, selection, keys }: RangeEndsProps) {
  return (["from_ms", "to_ms"] as const).map((end, at) => (
    <div
      key={end}
      data-end={end}
      className={classes(styles.end, keys && styles.keyed)}
      style={{ left: selection[at]!, top, height: bottom - top }}
      {...(keys ? sliderOf(end, keys) : { "aria-hidden": true })}
    >
      <i />
    </div>
  ));
}

function sliderOf(end: keyof TimeRange, { names, range, bounds, textOf, ...keys }: EndKeys) {
  const at_ms = range[end];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && keys.onClear) return keys.onClear();
    const step_ms = event.shiftKey ? keys.long_step_ms : keys.step_ms;
    const ways: Record<string, number> = {
      ArrowLeft: -step_ms,
      ArrowDown: -step_ms,
      ArrowRight: step_ms,
      ArrowUp: step_ms,
      PageDown: -keys.long_step_ms,
      PageUp: keys.long_step_ms,
      Home: bounds.from_ms - at_ms,
      End: bounds.to_ms - at_ms,
    };
    const by_ms = ways[event.key];
    if (by_ms === undefined) return;
    event.preventDefault();
    if (by_ms !== 0) keys.onMove(end, by_ms);
  };
  const seconds = (time_ms: number) => Math.round((time_ms - bounds.from_ms) / 1000);
  return {
    role: "slider",
    tabIndex: 0,
    "aria-label": names[end],
    "aria-valuemin": 0,
    "aria-valuemax": seconds(bounds.to_ms),
    "aria-valuenow": seconds(at_ms),
    "aria-valuetext": textOf(at_ms),
    onKeyDown,
  };
}
