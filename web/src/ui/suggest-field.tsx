import { Autocomplete } from "@base-ui/react/autocomplete";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { afterPress, isEscape, leaveUnchanged } from "./after-press";
import { classes } from "./classes";
import { FieldMessage } from "./field";
import field from "./field.module.css";
import { Icon } from "./icon";
import menu from "./menu.module.css";
import styles from "./suggest-field.module.css";

export interface Suggestion {
  id: string;
  /** What the field has after it is chosen. */
  text: string;
  /** How it is listed; `text` without it. */
  label?: string;
  icon?: LucideIcon;
  /** A picture before the text. */
  picture?: ReactNode;
}

interface SuggestFieldProps {
  label: string;
  /** The label is the accessible name only, not visible. */
  bare?: boolean;
  value: string;
  /** `chosen` is the suggestion that was chosen; null while typing. */
  onChange: (text: string, chosen: Suggestion | null) => void;
  onBlur?: () => void;
  /** Those that fit the text, in their order. */
  suggestions: readonly Suggestion[];
  placeholder?: string;
  maxLength?: number;
  error?: string | undefined;
  /** Marks the field as invalid; the message stands elsewhere. */
  isWrong?: boolean;
  disabled?: boolean;
  className?: string | undefined;
}

/** A text with suggestions while typing. Any other text stays as it is written. Arrow keys, Enter, Esc. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, bare, value, onChange, onBlur, suggestions, placeholder, maxLength, error, disabled } = props;
  const wrong = error !== undefined || props.isWrong;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes("shrinks", props.className)}>
      <label htmlFor={id} className={bare ? "visually-hidden" : field.label}>
        {label}
      </label>
      <Autocomplete.Root
        mode="none"
        items={suggestions}
        itemToStringValue={(one: Suggestion) => one.text}
        value={value}
        onValueChange={(text, details) => {
          if (isEscape(details)) leaveUnchanged(details);
          else if (details.reason !== "item-press") onChange(text, null);
        }}
        // An open list hides the rest of the page from assistive technology, an empty one too.
        open={isOpen && suggestions.length > 0}
        onOpenChange={setOpen}
        openOnInputClick
        autoHighlight
        disabled={disabled}
      >
        <Autocomplete.Input
          id={id}
          className={classes(field.input, wrong && field.wrong)}
          placeholder={placeholder}
          maxLength={maxLength}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={error ? `${id}-message` : undefined}
          onBlur={onBlur && (() => afterPress(onBlur))}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className={menu.positioner}>
            <Autocomplete.Popup className={classes(menu.popup, styles.popup)} aria-label={label}>
              <Autocomplete.List>
                {(one: Suggestion) => (
                  <Autocomplete.Item
                    key={one.id}
                    value={one}
                    className={menu.item}
                    onClick={() => onChange(one.text, one)}
                  >
                    {one.icon && <Icon of={one.icon} size={14} />}
                    {one.picture}
                    <span className="fills truncate">{one.label ?? one.text}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <FieldMessage id={`${id}-message`} error={error} />
    </div>
  );
}
