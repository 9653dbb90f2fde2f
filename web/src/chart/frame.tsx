import { pointer } from "d3";
import { ChartLine, Table2 } from "lucide-react";
import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import styles from "./chart.module.css";

/** Space around the plot for its axes, px. */
interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Size of a chart and the edges of its plot, px from its top left corner. */
export interface Frame extends Margin {
  width: number;
  height: number;
  element: HTMLElement;
}

interface ChartProps extends Omit<HTMLAttributes<HTMLDivElement>, "children"> {
  margin: Margin;
  /** px; without it as high as its container. */
  height?: number;
  children: (frame: Frame) => ReactNode;
}

/** The box of a chart. Its content is drawn anew when its size changes, and not before it has one. */
export function Chart({ margin, height, className, children, ...rest }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const size = useSize(holder);
  const { top, right, bottom, left } = margin;
  const frame = useMemo((): Frame | null => {
    if (!size || size.width === 0 || size.height === 0) return null;
    const edges = {
      top,
      left,
      right: Math.max(left + 1, size.width - right),
      bottom: Math.max(top + 1, size.height - bottom),
    };
    return { ...size, ...edges };
  }, [size, top, right, bottom, left]);
  return (
    <div {...rest} ref={holder} className={classes(styles.chart, className)} style={{ height: height ?? "100%" }}>
      {frame && children(frame)}
    </div>
  );
}

/** The size of an element, px; null before layout. */
function useSize(holder: RefObject<HTMLElement | null>): Pick<Frame, "width" | "height" | "element"> | null {
  const [size, setSize] = useState<Pick<Frame, "width" | "height" | "element"> | null>(null);
  useLayoutEffect(() => {
    const element = holder.current!;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight, element });
    read();
    const watcher = new ResizeObserver(read);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [holder]);
  return size;
}

/**
 * Calls `onMove` with the place of the pointer over a chart, px from its left edge; with null when it leaves. Of a finger,
 * which drags or scrolls, only `withTouch`.
 */
export function useHover({ element }: Frame, onMove: (x: number | null) => void, withTouch = false): void {
  const move = useEffectEvent((event: PointerEvent) => {
    if (withTouch || event.pointerType !== "touch") onMove(pointer(event, element)[0]);
  });
  const leave = useEffectEvent(() => onMove(null));
  useEffect(() => {
    const end = new AbortController();
    for (const type of ["pointerdown", "pointermove"] as const)
      element.addEventListener(type, (event) => move(event), { signal: end.signal });
    element.addEventListener("pointerleave", () => leave(), { signal: end.signal });
    return () => end.abort();
  }, [element]);
}

interface DrawingProps {
  frame: Frame;
  /** Accessible description of a chart that is an image; without it the drawing is hidden from screen readers. */
  label?: string;
  children: ReactNode;
}

/** The drawing of a chart. */
export function Drawing({ frame: { width, height }, label, children }: DrawingProps) {
  const drawing = { width, height, className: styles.drawing, children };
  return label === undefined ? (
    <svg {...drawing} aria-hidden="true" />
  ) : (
    <svg {...drawing} role="img" aria-label={label} />
  );
}

// What is shown at a place of a chart: a hairline with its dots, and a note beside it.

interface HairlineProps {
  frame: Pick<Frame, "top" | "bottom">;
  x: number;
  /** Heights of the lines at this place; NaN where a line has no value. */
  dots?: readonly number[];
  className?: string | undefined;
}

/** A vertical line over the plot. */
export function Hairline({ frame: { top, bottom }, x, dots = [], className }: HairlineProps) {
  return (
    <div className={classes(styles.hair, className)} style={{ left: Math.round(x), top, height: bottom - top }}>
      {[...new Set(dots)].filter(Number.isFinite).map((y) => (
        <u key={y} style={{ top: y - top }} />
      ))}
    </div>
  );
}

interface NoteProps {
  frame: Pick<Frame, "width">;
  x: number;
  /** Of its upper edge, px. */
  y: number;
  /** Whether it is one line of text. */
  line?: boolean;
  children: ReactNode;
}

/** A note at the right of a place, in the right half of the chart at its left. Screen readers get it from the chart. */
export function Note({ frame: { width }, x, y, line = false, children }: NoteProps) {
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
  return (
    <div
      className={classes(styles.note, line && styles.noteLine)}
      style={{ top: Math.max(2, y), ...side }}
      aria-hidden="true"
    >
      {children}
    </div>
  );
}

/** Beside a mark at the edge of the plot whose value lies beyond the scale, above or below it. */
export const BeyondArrow = ({ isAbove }: { isAbove: boolean }) => (
  <path d={isAbove ? "M-4-8L0-12 4-8" : "M-4 8L0 12 4 8"} className={styles.beyond} />
);

/** Shows the figures of a chart as a table, and the chart again. */
export function TableToggle({
  title,
  isTable,
  onChange,
}: {
  title: string;
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}) {
  return (
    <IconButton
      icon={isTable ? ChartLine : Table2}
      label={isTable ? `${title}: show the chart` : `${title}: show the table`}
      onClick={() => onChange(!isTable)}
    />
  );
}
