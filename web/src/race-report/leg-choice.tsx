import type { RaceReport } from "@leebow/core";
import { Segments } from "../components/segments";
import { Select } from "../components/select";
import styles from "./legs-card.module.css";

/** Legs that a row of segments has room for. */
const MAX_SEGMENTS = 5;

interface LegChoiceProps {
  race: RaceReport;
  leg: number;
  onLeg: (leg: number) => void;
  label?: string;
}

/** Which leg a card shows. */
export function LegChoice({ race, leg, onLeg, label = "Leg" }: LegChoiceProps) {
  const choices = race.legs.map(({ kind }, at) => ({ value: String(at), label: `${at + 1} ${kind}` }));
  const choice = { label, choices, value: String(leg), onChange: (next: string) => onLeg(Number(next)) };
  return choices.length > MAX_SEGMENTS ? (
    <Select bare {...choice} className={styles.choice} />
  ) : (
    <Segments {...choice} />
  );
}
