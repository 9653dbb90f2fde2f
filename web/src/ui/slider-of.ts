import type { KeyboardEvent } from "react";

interface SliderOptions {
  /** Accessible name. */
  label: string;
  /** Ends, and the present value. */
  from: number;
  to: number;
  at: number;
  /** The value in words. */
  text: string;
  /** Steps of the arrow keys, with Shift, and of Page Up and Down. */
  step: number;
  long: number;
  page?: number;
  /** What one step counts for screen readers, which count from 0. */
  unit?: number;
  onMove: (to: number) => void;
}

/** What makes an element a slider for keys and screen readers. */
export function sliderOf({ label, from, to, at, text, step, long, page = long, unit = 1, onMove }: SliderOptions) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? long : step;
    const places: Record<string, number> = {
      ArrowLeft: at - by,
      ArrowDown: at - by,
      ArrowRight: at + by,
      ArrowUp: at + by,
      PageDown: at - page,
      PageUp: at + page,
      Home: from,
      End: to,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    onMove(Math.max(from, Math.min(to, place)));
  };
  return {
    role: "slider",
    tabIndex: 0,
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": Math.max(0, Math.round((to - from) / unit)),
    "aria-valuenow": Math.round((at - from) / unit),
    "aria-valuetext": text,
    onKeyDown,
  };
}
