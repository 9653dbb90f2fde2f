import { X } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { IconButton } from "../button";
import { Select } from "../select";
import { SuggestField } from "../suggest-field";
import styles from "./boat-class-choice.module.css";

interface BoatClassChoiceProps {
  label: string;
  /** The label is the accessible name only, not visible. */
  bare?: boolean;
  /** The classes that are listed, each with its label. */
  classes: readonly { value: string; label: string }[];
  value: string;
  /** A class of the list, or what is typed, which may be any text. */
  onChange: (name: string) => void;
  /** Calls `onChange` only when the typed text is the name of a known class. */
  onlyKnown?: boolean;
  onBlur?: () => void;
  error?: string | undefined;
  className?: string | undefined;
  triggerRef?: Ref<HTMLButtonElement>;
}

const ANOTHER = "another";
/** Suggestions shown at once. */
const SHOWN = 8;

/** A choice of one boat class: from the list, or another that is typed. */
export function BoatClassChoice(props: BoatClassChoiceProps) {
  const { label, bare = false, classes, value, onChange, onBlur, error, className, triggerRef } = props;
  const [isTyped, setTyped] = useState(false);
  const isListed = value === "" || classes.some((one) => one.value === value);
  if (isTyped) return <TypedClass {...props} onList={() => setTyped(false)} />;
  return (
    <Select
      label={label}
      bare={bare}
      className={className}
      choices={[
        ...classes,
        ...(isListed ? [] : [{ value, label: value }]),
        { value: ANOTHER, label: "Another class…" },
      ]}
      placeholder="Choose a class"
      value={value || null}
      onChange={(next) => (next === ANOTHER ? setTyped(true) : onChange(next))}
      {...(onBlur && { onBlur })}
      {...(triggerRef && { triggerRef })}
      error={error}
    />
  );
}

/** A class that is not listed, typed, with those that Leebow knows as suggestions. */
function TypedClass(props: BoatClassChoiceProps & { onList: () => void }) {
  const { label, bare, onChange, onlyKnown = false, onBlur, error, className, onList } = props;
  const [text, setText] = useState("");
  const names = useNames();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  const suggestions = names.filter((name) => lettersOf(name).includes(lettersOf(text))).slice(0, SHOWN);
  const type = (next: string) => {
    setText(next);
    const known = names.find((name) => lettersOf(name) === lettersOf(next));
    if (known !== undefined || !onlyKnown) onChange(known ?? next);
  };
  return (
    <div ref={field} className={styles.typed}>
      <SuggestField
        label={label}
        {...(bare && { bare })}
        className={className}
        value={text}
        onChange={type}
        {...(onBlur && { onBlur })}
        suggestions={suggestions.map((name) => ({ id: name, text: name }))}
        placeholder="Type a class"
        maxLength={40}
        error={error}
      />
      <IconButton
        icon={X}
        label="Choose from the list"
        onClick={() => {
          type("");
          onList();
        }}
      />
    </div>
  );
}

/** All classes that Leebow knows; none before they have come, and without a network. */
function useNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    void import("@leebow/core/boat-class-names").then(
      ({ BOAT_CLASS_NAMES }) => setNames(BOAT_CLASS_NAMES),
      () => undefined,
    );
  }, []);
  return names;
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
