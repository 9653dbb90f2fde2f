/** What is shown at a place of a chart: a hairline with its dots, and a note beside it. */
import type { ReactNode } from "react";
import { classes } from "../components/classes";
import styles from "./chart.module.css";
import type { Frame } from "./frame";

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
