import { Checkbox as BaseCheckbox } from "@base-ui/react/checkbox";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup as BaseRadioGroup } from "@base-ui/react/radio-group";
import { Switch as BaseSwitch } from "@base-ui/react/switch";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./choices.module.css";
import { classes } from "./classes";

interface CheckboxProps {
  label: string;
  /** The label is the accessible name only, not visible. */
  bare?: boolean;
  checked: boolean;
  /** Some of the rows it stands for are checked. */
  mixed?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, bare, checked, mixed = false, disabled, onChange }: CheckboxProps) {
  const box = (
    <BaseCheckbox.Root
      className={styles.box}
      checked={checked}
      indeterminate={mixed}
      disabled={disabled}
      aria-label={bare ? label : undefined}
      onCheckedChange={onChange}
    >
      <BaseCheckbox.Indicator className={styles.tick}>
        {mixed ? (
          <Minus size={12} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={12} strokeWidth={3} aria-hidden="true" />
        )}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
  return bare ? (
    box
  ) : (
    <label className={styles.line}>
      {box}
      <span>{label}</span>
    </label>
  );
}

interface RadioGroupProps<Value extends string> {
  label: string;
  bare?: boolean;
  choices: readonly (Choice<Value> & { hint?: string })[];
  value: Value;
  onChange: (value: Value) => void;
  /** Choices below each other. */
  stacked?: boolean;
  disabled?: boolean;
}

export function RadioGroup<Value extends string>({
  label,
  bare,
  choices,
  value,
  onChange,
  stacked,
  disabled,
}: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <div>
      <div id={id} className={bare ? "visually-hidden" : styles.label}>
        {label}
      </div>
      <BaseRadioGroup
        aria-labelledby={id}
        value={value}
        disabled={disabled}
        onValueChange={(next) => onChange(next as Value)}
        className={classes(styles.radios, stacked && styles.stacked)}
      >
        {choices.map((choice) => (
          <label key={choice.value} className={styles.line}>
            <Radio.Root value={choice.value} className={styles.radio} />
            <span>
              {choice.label}
              {choice.hint && <span className="block small quiet">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </BaseRadioGroup>
    </div>
  );
}

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, disabled, onChange }: SwitchProps) {
  return (
    <label className={styles.line}>
      <BaseSwitch.Root className={styles.switch} checked={checked} disabled={disabled} onCheckedChange={onChange}>
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
      <span>{label}</span>
    </label>
  );
}

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
    <BaseRadioGroup
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
    </BaseRadioGroup>
  );
}
