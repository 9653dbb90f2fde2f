import { useEffect, useRef, useState } from "react";
import { clampWindow, type Span, type TimeWindow } from "./time-window";

/** After the last key the window is analysed this much later, ms. *guess* */
const KEYED_AFTER_MS = 400;

/**
 * The window of time: `shown` in the charts, `analyzed` by the server. It is clamped to the straights, and gone when none
 * of them is left in it.
 */
export function useTimeWindow(spans: readonly Span[]) {
  const [wanted, setWanted] = useState<TimeWindow | null>(null);
  const [dragged, setDragged] = useState<TimeWindow | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (window: TimeWindow | null) => {
    clearTimeout(timer.current);
    setDragged(window);
    setWanted(window);
  };
  const setLater = (window: TimeWindow | null) => {
    clearTimeout(timer.current);
    if (window === null) return set(null);
    setDragged(window);
    timer.current = setTimeout(() => setWanted(window), KEYED_AFTER_MS);
  };
  const inside = (window: TimeWindow | null) => window && clampWindow(window.from_ms, window.to_ms, spans);
  return { shown: inside(dragged), analyzed: inside(wanted), set, setLater, draft: setDragged };
}
