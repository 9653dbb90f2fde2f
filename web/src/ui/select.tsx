import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { type Ref, useId, useRef } from "react";
import { afterPress } from "./after-press";
import type { Choice } from "./choices";
import { classes } from "./classes";
import { FieldMessage } from "./field";
import field from "./field.module.css";
import { Icon } from "./icon";
import menu from "./menu.module.css";
import styles from "./select.module.css";

interface SelectProps<Value extends string> {
  label: string;
  /** The label is the accessible name only, not visible. */
  bare?: boolean;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  placeholder?: string;
  error?: string | undefined;
  disabled?: boolean;
  /** px. */
  width?: number;
  className?: string | undefined;
  triggerRef?: Ref<HTMLButtonElement>;
}

/** A choice of one from a list; arrow keys, type-ahead, Esc. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, bare, choices, value, onChange, onBlur, placeholder, error, disabled, width, className, triggerRef } =
    props;
  const id = useId();
  const isOpen = useRef(false);
  return (
    <div className={classes("shrinks", className)} style={{ width }}>
      {!bare && (
        <span id={`${id}-label`} className={field.label}>
          {label}
        </span>
      )}
      <Base.Root
        items={choices}
        value={value}
        onValueChange={(next) => next !== null && onChange(next as Value)}
        onOpenChange={(open) => {
          isOpen.current = open;
        }}
        disabled={disabled}
      >
        <Base.Trigger
          ref={triggerRef}
          className={classes(styles.trigger, error && field.wrong)}
          aria-label={bare ? label : undefined}
          aria-labelledby={bare ? undefined : `${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-message` : undefined}
          // The focus that goes into the open list does not leave the field.
          onBlur={onBlur && (() => !isOpen.current && afterPress(onBlur))}
        >
          <Base.Value className="truncate">
            {(chosen: Value | null) =>
              choices.find((choice) => choice.value === chosen)?.label ?? <span className="quiet">{placeholder}</span>
            }
          </Base.Value>
          <Icon of={ChevronDown} size={14} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className={menu.positioner}>
            <Base.Popup className={classes(menu.popup, styles.popup)}>
              {choices.map((choice) => (
                <Base.Item key={choice.value} value={choice.value} className={menu.item}>
                  <Base.ItemText className="fills">{choice.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Icon of={Check} size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      <FieldMessage id={`${id}-message`} error={error} />
    </div>
  );
}
