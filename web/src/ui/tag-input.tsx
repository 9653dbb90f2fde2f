import { Combobox } from "@base-ui/react/combobox";
import { Check, Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { isEscape, leaveUnchanged } from "./after-press";
import { classes } from "./classes";
import { FieldMessage } from "./field";
import field from "./field.module.css";
import { Icon } from "./icon";
import menu from "./menu.module.css";
import styles from "./tag-input.module.css";

interface TagInputProps {
  label: string;
  /** The chosen tags, in the order they were added. */
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags on offer while typing. */
  suggestions: readonly string[];
  /** Whether a tag that is not on offer can be added. */
  canCreate?: boolean;
  placeholder?: string;
  error?: string | undefined;
  disabled?: boolean;
}

const sameTag = (a: string, b: string): boolean => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/**
 * Several short texts. Enter or a comma adds what is typed or highlighted; a tag on offer is used in its spelling.
 * Backspace in the empty field, or on a chip reached with the left arrow, removes a tag.
 */
export function TagInput(props: TagInputProps) {
  const { label, value, onChange, suggestions, canCreate = true, placeholder, error, disabled } = props;
  const id = useId();
  const [typed, setTyped] = useState("");
  const items = offeredTags(typed, suggestions, value, canCreate);
  const choose = (tags: readonly string[]) => {
    onChange([...tags]);
    setTyped("");
  };
  return (
    <div className="shrinks">
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <Combobox.Root
        multiple
        autoHighlight
        items={items}
        filter={null}
        value={[...value]}
        onValueChange={(tags, details) => (isEscape(details) ? leaveUnchanged(details) : choose(tags))}
        inputValue={typed}
        onInputValueChange={setTyped}
        disabled={disabled}
      >
        <Combobox.InputGroup className={classes(styles.frame, error && field.wrong)}>
          <Combobox.Chips className={styles.chips} aria-label={value.length > 0 ? `${label}, chosen` : undefined}>
            {value.map((tag) => (
              <Combobox.Chip key={tag} className={styles.chip} aria-label={`${tag}, Backspace removes it`}>
                {tag}
                <Combobox.ChipRemove className={styles.remove} aria-label={`Remove ${tag}`}>
                  <Icon of={X} size={14} />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              id={id}
              className={styles.input}
              placeholder={value.length === 0 ? placeholder : undefined}
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-message` : undefined}
              onKeyDown={(event) => {
                if (event.key !== "," || !items[0]) return;
                event.preventDefault();
                choose([...value, items[0]]);
              }}
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        <TagList suggestions={suggestions} chosen={value} isEmpty={items.length === 0} />
      </Combobox.Root>
      <FieldMessage id={`${id}-message`} error={error} />
    </div>
  );
}

interface TagListProps {
  suggestions: readonly string[];
  chosen: readonly string[];
  isEmpty: boolean;
}

function TagList({ suggestions, chosen, isEmpty }: TagListProps) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className={menu.positioner}>
        <Combobox.Popup className={classes(menu.popup, styles.popup)} hidden={isEmpty}>
          <Combobox.List>
            {(tag: string) => (
              <Combobox.Item key={tag} value={tag} className={menu.item}>
                {suggestions.includes(tag) ? <span className="fills truncate">{tag}</span> : <NewTag tag={tag} />}
                {chosen.includes(tag) && <Icon of={Check} size={14} />}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function NewTag({ tag }: { tag: string }) {
  return (
    <>
      <Icon of={Plus} size={14} />
      <span className="fills truncate">Add “{tag}”</span>
    </>
  );
}

/**
 * The typed text as a new tag or in the spelling of its suggestion, then the other suggestions that contain it, without
 * the chosen tags. The first is highlighted, so that Enter adds what is typed.
 */
export function offeredTags(
  typed: string,
  suggestions: readonly string[],
  chosen: readonly string[],
  canCreate: boolean,
): string[] {
  const text = typed.trim();
  const isChosen = (tag: string) => chosen.some((one) => sameTag(one, tag));
  const isTyped = (tag: string) => sameTag(tag, text);
  const found = suggestions
    .filter((tag) => !isChosen(tag) && tag.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
    .sort((a, b) => Number(isTyped(b)) - Number(isTyped(a)));
  const isNew = canCreate && text !== "" && !isChosen(text) && !suggestions.some(isTyped);
  return isNew ? [text, ...found] : found;
}
