import { JOURNAL_TAGS, LIMITS } from "@leebow/api/contract";
import { Check, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button";
import { Field, FieldError } from "../components/field";
import { Icon } from "../components/icon";
import { TextArea } from "../components/text-area";

import { MAX_CHARS } from "./entry-draft";
import styles from "./notes-tab.module.css";
import { PhotosField } from "./photos-field";
import type { EntryForm } from "./use-entry-form";

/** Notes with tags and photos. */
export function NotesTab({ form }: { form: EntryForm }) {
  const { draft, change, errors } = form;
  const tag_error = Object.entries(errors).find(([path]) => path.startsWith("tags"))?.[1];
  return (
    <div className={styles.tab}>
      <TextArea
        label="Notes"
        rows={5}
        maxLength={MAX_CHARS.content}
        value={draft.content}
        error={errors.content}
        onChange={(event) => change({ content: event.target.value })}
      />
      <TagChoice tags={draft.tags} error={tag_error} onChange={(tags) => change({ tags })} />
      <PhotosField form={form} />
    </div>
  );
}

interface TagChoiceProps {
  tags: readonly string[];
  error: string | undefined;
  onChange: (tags: readonly string[]) => void;
}

/** The tags on offer, those that the entry has besides, and a field for another one. */
function TagChoice({ tags, error, onChange }: TagChoiceProps) {
  const offered = [...new Set<string>([...JOURNAL_TAGS, ...tags])];
  return (
    <div>
      <p className={styles.label} id="journal-tags">
        Tags
      </p>
      <div className={styles.tags} role="group" aria-labelledby="journal-tags">
        {offered.map((tag) => {
          const isOn = tags.includes(tag);
          return (
            <button
              key={tag}
              type="button"
              className={isOn ? styles.on : styles.tag}
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? tags.filter((one) => one !== tag) : [...tags, tag])}
            >
              {isOn && <Icon of={Check} size={14} />}
              {tag}
            </button>
          );
        })}
        <OwnTag onAdd={(tag) => onChange([...new Set([...tags, tag])])} />
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** A button that becomes a field for a tag that is not on offer. Enter adds it. */
function OwnTag({ onAdd }: { onAdd: (tag: string) => void }) {
  const [text, setText] = useState<string | null>(null);
  if (text === null)
    return (
      <Button kind="quiet" icon={Plus} onClick={() => setText("")}>
        Other tag
      </Button>
    );
  const add = () => {
    const tag = text.trim();
    const offered = JOURNAL_TAGS.find((one) => one.toLowerCase() === tag.toLowerCase());
    if (tag) onAdd(offered ?? tag);
    setText(null);
  };
  return (
    <Field
      bare
      autoFocus
      label="Other tag"
      placeholder="Tag"
      value={text}
      maxLength={LIMITS.journal_tag_chars}
      className={styles.own}
      onChange={(event) => setText(event.target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key === "Enter") add();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setText(null);
      }}
    />
  );
}
