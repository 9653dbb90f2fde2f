import { type KeyboardEvent, type PointerEvent, useRef } from "react";
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
  // Where the pointer was pressed, and the size then: the edge stays under the pointer, also after it was beyond an end.
  const pressed = useRef<{ at: number; value: number } | null>(null);
  const along = (event: PointerEvent) => (isVertical ? -event.clientX : event.clientY);
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = { at: along(event), value };
  };
  const drag = (event: PointerEvent) => {
    if (pressed.current) set(pressed.current.value + along(event) - pressed.current.at);
  };
  const leave = () => {
    pressed.current = null;
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
      onPointerDown={begin}
      onPointerMove={drag}
      onLostPointerCapture={leave}
      onKeyDown={press}
    />
  );
}
