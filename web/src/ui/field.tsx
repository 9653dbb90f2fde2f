import { CircleAlert, Eye, EyeOff, type LucideIcon, Search, X } from "lucide-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { afterPress } from "./after-press";
import { classes } from "./classes";
import styles from "./field.module.css";
import { Icon } from "./icon";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The label is the accessible name only, not visible. */
  bare?: boolean;
  /** The sentence under the field; the field is then marked as invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A text input with its label above and its error below. A password can be made visible. */
export function Field({ label, bare, error, hint, className, type = "text", onBlur, ...input }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  return (
    <div className={classes("shrinks", className)}>
      <label htmlFor={id} className={bare ? "visually-hidden" : styles.label}>
        {label}
      </label>
      <span className={styles.frame}>
        <input
          id={id}
          type={secret && shown ? "text" : type}
          className={classes(styles.input, error && styles.wrong, secret && styles.room)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-message` : undefined}
          onBlur={onBlur && ((event) => afterPress(() => onBlur(event)))}
          {...input}
        />
        {secret && (
          <button
            type="button"
            className={styles.inside}
            aria-label={shown ? "Hide password" : "Show password"}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        )}
      </span>
      <FieldMessage id={`${id}-message`} error={error} hint={hint} />
    </div>
  );
}

/** The text under a field: its error, else its hint. */
export function FieldMessage({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (error) return <FieldError id={id}>{error}</FieldError>;
  return hint ? (
    <div id={id} className="small quiet above-6">
      {hint}
    </div>
  ) : null;
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.error} role="alert">
      <Icon of={CircleAlert} size={14} />
      <span>{children}</span>
    </div>
  );
}

interface SearchFieldProps {
  label: string;
  /** Name of the region for search, where a page has several. */
  region?: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  icon?: LucideIcon;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A search box that is cleared by its button or Esc. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  icon = Search,
  className,
  region,
  ref,
}: SearchFieldProps) {
  return (
    <div role="search" aria-label={region} className={classes(styles.frame, className)}>
      <span className={styles.lead}>
        <Icon of={icon} />
      </span>
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        className={classes(styles.input, styles.led, value && styles.room)}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (value) onChange("");
          else event.currentTarget.blur();
        }}
      />
      {value && (
        <button type="button" className={styles.inside} aria-label="Clear search" onClick={() => onChange("")}>
          <Icon of={X} size={14} />
        </button>
      )}
    </div>
  );
}

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
    <div className={classes("shrinks", className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        className={classes(styles.input, styles.area, error && styles.wrong)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-message` : undefined}
        {...area}
      />
      <FieldMessage id={`${id}-message`} error={error} hint={hint} />
    </div>
  );
}
