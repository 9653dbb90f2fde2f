import { Slider as Base } from "@base-ui/react/slider";
import { useId } from "react";
import { classes } from "./classes";
import field from "./field.module.css";
import styles from "./slider.module.css";

interface SliderProps {
  label: string;
  /** Null while none is chosen: the thumb is at the lower end, which a press or a key chooses as any other value. */
  value: number | null;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** Names of the two ends, "Bad" and "Great"; the numbers without them. */
  ends?: readonly [string, string];
  /** How a value is written and announced. */
  format?: (value: number) => string;
  disabled?: boolean;
}

/** Scales with at most this many steps have a mark at each. */
const MAX_MARKED_STEPS = 12;

const NONE_CHOSEN = "Not set";

/** One number of a range. Arrows change it by a step, Page Up and Down by ten, Home and End go to the ends. */
export function Slider({ label, value, onChange, min, max, step = 1, ends, format = String, disabled }: SliderProps) {
  const id = useId();
  const steps = Math.round((max - min) / step);
  const text = value === null ? NONE_CHOSEN : format(value);
  return (
    <Base.Root
      // Below the range the thumb is at its lower end, and choosing that is a change.
      value={value ?? min - step}
      onValueChange={onChange}
      min={min}
      max={max}
      step={step}
      largeStep={10 * step}
      disabled={disabled}
      aria-labelledby={id}
      className={styles.slider}
    >
      <div className={styles.head}>
        <span id={id} className={classes(field.label, styles.label)}>
          {label}
        </span>
        <span className={styles.value}>{text}</span>
      </div>
      <Base.Control
        className={styles.control}
        // A press on the thumb where it stands is no change for Base UI.
        onPointerUp={() => value === null && !disabled && onChange(min)}
      >
        <Base.Track className={styles.track}>
          <Base.Indicator className={styles.indicator} />
          {steps <= MAX_MARKED_STEPS &&
            Array.from({ length: steps + 1 }, (_, index) => (100 * index) / steps).map((left_pct) => (
              <i key={left_pct} className={styles.mark} style={{ left: `${left_pct}%` }} />
            ))}
          <Base.Thumb className={styles.thumb} aria-labelledby={id} getAriaValueText={() => text} />
        </Base.Track>
      </Base.Control>
      <div className={styles.ends} aria-hidden="true">
        <span>{ends?.[0] ?? format(min)}</span>
        <span>{ends?.[1] ?? format(max)}</span>
      </div>
    </Base.Root>
  );
}
