import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./sheet.module.css";

/** Heights of the bottom sheet on a phone: transport and chart; part of the lists; everything. */
const LOW_PX = 204;
const MIDDLE_PX = 416;
const TOP_GAP_PX = 60;
/** A pointer movement shorter than this is a tap, px. *guess* */
const MAX_TAP_PX = 6;

export type Rest = "low" | "middle" | "full";

export function restHeight(rest: Rest, screen_px: number): number {
  const full = screen_px - TOP_GAP_PX;
  return Math.min(full, { low: LOW_PX, middle: MIDDLE_PX, full }[rest]);
}

/** The named height nearest to a height in px. */
export function nearestRest(height_px: number, screen_px: number): Rest {
  const rests: Rest[] = ["low", "middle", "full"];
  const distance = (rest: Rest) => Math.abs(restHeight(rest, screen_px) - height_px);
  return rests.reduce((best, rest) => (distance(rest) < distance(best) ? rest : best));
}

const NEXT: Record<Rest, Rest> = { low: "middle", middle: "full", full: "low" };

interface SheetProps {
  rest: Rest;
  onRest: (rest: Rest) => void;
  children: ReactNode;
}

/** A bottom sheet with three heights, changed by dragging or pressing its handle, also by keyboard and screen reader. */
export function Sheet({ rest, onRest, children }: SheetProps) {
  const [dragged_px, setDragged] = useState<number | null>(null);
  const start = useRef({ y: 0, height: 0 });
  const isHandled = useRef(false);
  const screen_px = useScreenHeight();
  const height = dragged_px ?? restHeight(rest, screen_px);
  const end = (y: number) => {
    const moved = start.current.y - y;
    isHandled.current = true;
    setDragged(null);
    onRest(Math.abs(moved) < MAX_TAP_PX ? NEXT[rest] : nearestRest(start.current.height + moved, screen_px));
  };
  return (
    <div className={styles.sheet} data-dragged={dragged_px !== null || undefined} style={{ height }}>
      <button
        type="button"
        className={styles.grab}
        aria-label={rest === "full" ? "Lower the sheet" : "Raise the sheet"}
        aria-expanded={rest !== "low"}
        onClick={() => {
          // Keys and screen readers click without a pointer; the click after a drag or a tap changes nothing more.
          if (!isHandled.current) onRest(NEXT[rest]);
          isHandled.current = false;
        }}
        onPointerDown={(event) => {
          isHandled.current = false;
          start.current = { y: event.clientY, height };
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(height);
        }}
        onPointerMove={(event) =>
          dragged_px !== null && setDragged(Math.max(120, start.current.height + start.current.y - event.clientY))
        }
        onPointerUp={(event) => dragged_px !== null && end(event.clientY)}
        onPointerCancel={() => setDragged(null)}
      >
        <i />
      </button>
      {children}
    </div>
  );
}

function useScreenHeight(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const resized = () => setHeight(innerHeight);
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, []);
  return height;
}
