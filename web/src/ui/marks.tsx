import { halfWidth90, markLetter, SEGMENT_KINDS, type SegmentKind, type TackSide } from "@leebow/core";
import { ArrowRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./marks.module.css";
import { Tooltip } from "./popover";

/** The side of a tack: P with a bar on the left, S with a bar on the right, readable without colour. */
export function SideMark({ side }: { side: TackSide }) {
  const name = `${side} tack`;
  return (
    <span className={classes(styles.side, styles[side])} title={name}>
      <span aria-hidden="true">{side === "port" ? "P" : "S"}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

/** The tacks before and after a maneuver. */
export function SideChange({ from, to }: { from: TackSide | null; to: TackSide | null }) {
  if (!from && !to) return <span className="quiet">unknown</span>;
  return (
    <span className={styles.change}>
      {from && <SideMark side={from} />}
      <Icon of={ArrowRight} size={14} className="quiet" />
      <span className="visually-hidden"> to </span>
      {to && <SideMark side={to} />}
    </span>
  );
}

interface KindMarkProps {
  kind: SegmentKind;
  chosen?: boolean;
  /** A maneuver that is not counted has a dashed circle. */
  counted?: boolean;
}

/** A circle with the letter of the kind; yellow when chosen. */
export function KindMark({ kind, chosen = false, counted = true }: KindMarkProps) {
  const { name } = SEGMENT_KINDS[kind];
  return (
    <span
      className={classes(styles.kind, chosen && styles.chosen, !counted && styles.notCounted)}
      title={counted ? name : `${name}, not counted`}
    >
      <span aria-hidden="true">{markLetter(kind)}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

interface BadgeProps {
  tone?: "plain" | "line" | "wind" | "warn" | "danger";
  icon?: LucideIcon;
  /** Explanation, shown on hover and focus. */
  hint?: string;
  children: ReactNode;
}

export function Badge({ tone = "plain", icon, hint, children }: BadgeProps) {
  const badge = (
    <span
      className={classes(styles.badge, styles[tone])}
      tabIndex={hint ? 0 : undefined}
      role={hint ? "note" : undefined}
    >
      {icon && <Icon of={icon} size={14} />}
      {children}
      {hint && <span className="visually-hidden">. {hint}</span>}
    </span>
  );
  return hint ? <Tooltip text={hint}>{badge}</Tooltip> : badge;
}

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
