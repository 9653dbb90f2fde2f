import type { BoatLeg } from "@leebow/core";
import { classes } from "../components/classes";
import { WhiskerBar } from "../components/whisker-bar";
import styles from "./gain-bar.module.css";

interface GainBarProps {
  leg: BoatLeg;
  /** What half the width stands for, s. */
  most_s: number;
  isFocus: boolean;
}

/** What a boat gained (to the right) or lost. The figure is in the cell beside it. */
export function GainBar({ leg: { gain_s, gain_sd_s }, most_s, isFocus }: GainBarProps) {
  return (
    <WhiskerBar
      from={0}
      to={gain_s}
      sd={gain_sd_s}
      domain={[-most_s, most_s]}
      className={classes(styles.bar, isFocus && styles.focus)}
    />
  );
}
