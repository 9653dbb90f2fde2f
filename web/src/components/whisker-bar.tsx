import { halfWidth90 } from "@leebow/core";
import { classes } from "./classes";
import styles from "./whisker-bar.module.css";

interface WhiskerBarProps {
  /** The bar, in the unit of the domain. */
  from: number;
  to: number;
  /** Standard deviation of its end, whose whisker is the 90 % interval. */
  sd: number;
  /** What the width stands for. */
  domain: readonly [number, number];
  isHatched?: boolean;
  className?: string | undefined;
}

/** A bar with a whisker at its end. The figures are beside it. */
export function WhiskerBar({ from, to, sd, domain: [low, high], isHatched, className }: WhiskerBarProps) {
  const at = (value: number) => (100 * Math.max(0, Math.min(high - low, value - low))) / (high - low || 1);
  const between = (a: number, b: number) => ({
    left: `${Math.min(at(a), at(b))}%`,
    width: `${Math.abs(at(b) - at(a))}%`,
  });
  const half = halfWidth90(sd);
  return (
    <span className={classes(styles.bar, isHatched && styles.hatched, className)} aria-hidden="true">
      <i style={between(from, to)} />
      <u style={between(to - half, to + half)} />
    </span>
  );
}
