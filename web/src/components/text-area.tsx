import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import { classes } from "./classes";
import { FieldMessage } from "./field";
import field from "./field.module.css";
import styles from "./text-area.module.css";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  /** The sentence under the field; the field is then marked as invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Text of several lines. It grows with its content from `rows` lines on, up to 16 lines, then scrolls. */
export function TextArea({ label, error, hint, className, rows = 3, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={classes(field.field, className)}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        className={classes(field.input, styles.area, error && field.wrong)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-message` : undefined}
        {...area}
      />
      <FieldMessage id={`${id}-message`} error={error} hint={hint} />
    </div>
  );
}
