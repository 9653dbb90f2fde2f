import { Select } from "../components/select";
import { Swatch } from "./boat-cell";
import styles from "./boat-cell.module.css";
import type { ReportBoat } from "./boats";

interface BoatSelectProps {
  label: string;
  boats: readonly ReportBoat[];
  track: string;
  onChange: (track: string) => void;
}

/** One of the boats of a race, with its colour. */
export function BoatSelect({ label, boats, track, onChange }: BoatSelectProps) {
  const choices = boats.map(({ track: value, label: name, sailor }) => ({
    value,
    label: sailor.endsWith(name) ? sailor : `${name}, ${sailor}`,
  }));
  return (
    <div className={styles.choice}>
      <Swatch index={boats.find((boat) => boat.track === track)?.index ?? 0} />
      <Select bare label={label} choices={choices} value={track} onChange={onChange} />
    </div>
  );
}
