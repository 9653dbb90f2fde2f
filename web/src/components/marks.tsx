import type { SegmentKind, TackSide } from "@leebow/core";
import { ArrowRight } from "lucide-react";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./marks.module.css";

/** P with a bar on the left, S with a bar on the right: readable without colour. */
export function SideMark({ side }: { side: TackSide }) {
  const name = `${side} tack`;
  return (
    <span className={classes(styles.side, styles[side])} title={name}>
      <span aria-hidden="true">{side === "port" ? "P" : "S"}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

/** The tack a maneuver began on and the one it ended on. */
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

const KINDS: Record<SegmentKind, { letter: string; name: string }> = {
  straight: { letter: "S", name: "Straight" },
  tack: { letter: "T", name: "Tack" },
  gybe: { letter: "G", name: "Gybe" },
  bear_away: { letter: "B", name: "Bear away" },
  douse: { letter: "D", name: "Douse" },
  acceleration: { letter: "A", name: "Acceleration" },
  penalty: { letter: "P", name: "Penalty turn" },
  fall: { letter: "F", name: "Fall" },
  stop: { letter: "H", name: "Stop" },
  failed_tack: { letter: "X", name: "Failed tack" },
};

export const kindLetter = (kind: SegmentKind): string => KINDS[kind].letter;
export const kindName = (kind: SegmentKind): string => KINDS[kind].name;

/** The lettered circle of a maneuver; chosen is yellow. */
export function KindMark({ kind, chosen = false }: { kind: SegmentKind; chosen?: boolean }) {
  return (
    <span className={classes(styles.kind, chosen && styles.chosen)} title={kindName(kind)}>
      <span aria-hidden="true">{kindLetter(kind)}</span>
      <span className="visually-hidden">{kindName(kind)}</span>
    </span>
  );
}
