import { type PointerEvent, type RefObject, useRef } from "react";
import { momentAt, type Part, placeOf } from "./parts";
import { clampWindow, type TimeWindow, withEnd } from "./time-window";

/** A pointer movement shorter than this is a click, px. *guess* */
const MIN_DRAG_PX = 4;
/** A pointer as near to an end of the window takes hold of it, px. *guess* */
const GRIP_PX = 14;

/** The window of time of all charts. `draft`: while it is dragged. */
export interface WindowControl {
  value: TimeWindow | null;
  draft: (window: TimeWindow | null) => void;
  set: (window: TimeWindow | null) => void;
}

interface Held {
  /** An end that is moved, or the moment at which a new window began. */
  end: keyof TimeWindow | null;
  began_ms: number;
  began_x: number;
  last: TimeWindow | null;
}

/**
 * Dragging over a chart sets the window, dragging an end moves it. A drag that ends outside the straights is clamped to
 * them; a click changes nothing. `onHover`: the moment under the pointer.
 */
export function useWindowDrag(
  frame: RefObject<HTMLElement | null>,
  parts: readonly Part[],
  { value, draft, set }: WindowControl,
  onHover: (at_ms: number | null) => void,
) {
  const held = useRef<Held | null>(null);
  const placeIn = ({ clientX }: PointerEvent) => clientX - (frame.current?.getBoundingClientRect().left ?? 0);
  const windowAt = ({ end, began_ms }: Held, at_ms: number) =>
    end && value ? withEnd(value, end, at_ms, parts) : clampWindow(began_ms, at_ms, parts);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || parts.length === 0) return;
      const x = placeIn(event);
      held.current = { end: gripped(parts, value, x), began_ms: momentAt(parts, x), began_x: x, last: value };
      frame.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const x = placeIn(event);
      const at_ms = momentAt(parts, x);
      onHover(at_ms);
      if (!held.current || Math.abs(x - held.current.began_x) < MIN_DRAG_PX) return;
      held.current.last = windowAt(held.current, at_ms) ?? held.current.last;
      draft(held.current.last);
    },
    onPointerUp: () => {
      if (held.current) set(held.current.last);
      held.current = null;
    },
    onPointerCancel: () => {
      held.current = null;
      draft(value);
    },
    onPointerLeave: () => onHover(null),
  };
}

function gripped(parts: readonly Part[], value: TimeWindow | null, x: number): keyof TimeWindow | null {
  if (!value) return null;
  const [from, to] = [Math.abs(placeOf(parts, value.from_ms) - x), Math.abs(placeOf(parts, value.to_ms) - x)];
  if (Math.min(from, to) > GRIP_PX) return null;
  return from < to ? "from_ms" : "to_ms";
}
