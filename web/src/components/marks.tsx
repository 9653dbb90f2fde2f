import { markLetter, SEGMENT_KINDS, type SegmentKind, type TackSide } from "@leebow/core";
import { ArrowRight } from "lucide-react";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./marks.module.css";

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
