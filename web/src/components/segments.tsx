import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { classes } from "./classes";
import styles from "./segments.module.css";
import { Tooltip } from "./tooltip";

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
      {choices.map(({ value: one, label: name, reason }) =>
        reason === undefined ? (
          <Radio.Root key={one} value={one} className={styles.segment} aria-label={name}>
            {name}
          </Radio.Root>
        ) : (
          // A disabled control has no events: the tooltip belongs to the frame.
          <Tooltip key={one} text={reason}>
            <span className={styles.closed}>
              <Radio.Root value={one} disabled className={styles.segment} aria-label={`${name}: ${reason}`}>
                {name}
              </Radio.Root>
            </span>
          </Tooltip>
        ),
      )}
    </Base>
  );
}
