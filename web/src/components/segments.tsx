import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { classes } from "./classes";
import styles from "./segments.module.css";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Why it cannot be chosen, a sentence; absent where it can. */
  reason?: string | undefined;
}

interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A choice of one from two to five, all visible. */
export function Segments<Value extends string>({ label, choices, value, onChange, className }: SegmentsProps<Value>) {
  return (
    <Base
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={classes(styles.segments, className)}
    >
      {choices.map(({ value: one, label: name, reason }) => (
        <Radio.Root
          key={one}
          value={one}
          disabled={reason !== undefined}
          className={styles.segment}
          title={reason}
          aria-label={reason && `${name}: ${reason}`}
        >
          {name}
        </Radio.Root>
      ))}
    </Base>
  );
}
