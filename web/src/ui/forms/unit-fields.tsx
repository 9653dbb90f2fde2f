import type { Quantity, Units } from "@leebow/core";
import { Select } from "../select";
import styles from "./unit-fields.module.css";

type Choice<Q extends Quantity> = NonNullable<Units[Q]> | "standard";
type Choices<Q extends Quantity> = readonly { value: Choice<Q>; label: string }[];

const LABELS: Record<Quantity, string> = { distance: "Distance", speed: "Speed", length: "Length" };
const CHOICES: { [Q in Quantity]: Choices<Q> } = {
  distance: [
    { value: "standard", label: "Standard" },
    { value: "mi", label: "Miles, mi" },
    { value: "nm", label: "Nautical miles, nm" },
    { value: "km", label: "Kilometres, km" },
  ],
  speed: [
    { value: "standard", label: "Standard" },
    { value: "kn", label: "Knots, kn" },
    { value: "m/s", label: "Metres per second, m/s" },
    { value: "km/h", label: "Kilometres per hour, km/h" },
  ],
  length: [
    { value: "standard", label: "Standard" },
    { value: "m", label: "Metres, m" },
    { value: "ft", label: "Feet, ft" },
  ],
};
const QUANTITIES = Object.keys(CHOICES) as Quantity[];

/** The units of all screens, a select a quantity. */
export function UnitFields({ value, onChange }: { value: Units; onChange: (units: Units) => void }) {
  return (
    <div className={styles.units}>
      {QUANTITIES.map((quantity) => (
        <Select<string>
          key={quantity}
          label={LABELS[quantity]}
          choices={CHOICES[quantity]}
          value={value[quantity] ?? "standard"}
          onChange={(next) => onChange({ ...value, [quantity]: next === "standard" ? null : next })}
        />
      ))}
      <p className="small secondary">
        Standard is miles, knots and metres, and m/s in the tables of turns. What you choose holds everywhere.
      </p>
    </div>
  );
}
