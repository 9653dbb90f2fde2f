import type { BoatLeg } from "@leebow/core";
import { classes } from "../components/classes";
import styles from "./gain-bar.module.css";

interface GainBarProps {
  leg: BoatLeg;
  /** What half the width stands for, s. */
  most_s: number;
  isFocus: boolean;
}

/** What a boat gained (to the right) or lost, with ± 1 sd as a whisker. The figure is in the cell beside it. */
export function GainBar({ leg: { gain_s, gain_sd_s }, most_s, isFocus }: GainBarProps) {
  const at = (seconds: number) => 50 + 50 * Math.max(-1, Math.min(1, seconds / most_s));
  const between = (a: number, b: number) => ({ left: `${Math.min(a, b)}%`, width: `${Math.abs(b - a)}%` });
  return (
    <span className={classes(styles.bar, isFocus && styles.focus)} aria-hidden="true">
      <i style={between(at(0), at(gain_s))} />
      <u style={between(at(gain_s - gain_sd_s), at(gain_s + gain_sd_s))} />
    </span>
  );
}
