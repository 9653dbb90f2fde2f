import type { KeyboardEvent, PointerEvent } from "react";
import { classes } from "./classes";
import styles from "./split-handle.module.css";

/** Step of the arrow keys, px. */
const STEP_PX = 16;

interface SplitHandleProps {
  label: string;
  /** "vertical": a handle on the left edge of a part; "horizontal": on its lower edge. */
  orientation: "vertical" | "horizontal";
  /** Width or height of the part, px. */
  value: number;
  min: number;
  max: number;
  onChange: (px: number) => void;
  className?: string | undefined;
}

/** An edge that changes the size of a part, by pointer or arrow keys. */
export function SplitHandle({ label, orientation, value, min, max, onChange, className }: SplitHandleProps) {
  const isVertical = orientation === "vertical";
  const set = (px: number) => onChange(Math.round(Math.min(max, Math.max(min, px))));
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    set(value + (isVertical ? -event.movementX : event.movementY));
  };
  const press = (event: KeyboardEvent) => {
    const [more, less] = isVertical ? ["ArrowLeft", "ArrowRight"] : ["ArrowDown", "ArrowUp"];
    const next = { [more]: value + STEP_PX, [less]: value - STEP_PX, Home: min, End: max }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(next);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={Math.round(max)}
      className={classes(styles.handle, styles[orientation], className)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
