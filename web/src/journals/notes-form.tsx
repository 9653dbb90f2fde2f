import { JOURNAL_TAGS, type Journal, type Track } from "@leebow/api/contract";
import { Check } from "lucide-react";
import { useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { FieldError } from "../components/field";
import { Icon } from "../components/icon";
import { TextArea } from "../components/text-area";
import { useSaveEntry } from "../queries/journal-entries";
import { bodyOfEntry } from "./entry-body";
import styles from "./notes-form.module.css";

interface NotesFormProps {
  track: Track;
  /** The entry that is changed; null for a new one. */
  entry: Journal | null;
  /** Whether something is written that is not saved. */
  onWritten: (isWritten: boolean) => void;
  onDone: () => void;
}

/** Notes about a track with their tags. */
export function NotesForm({ track, entry, onWritten, onDone }: NotesFormProps) {
  const [content, setContent] = useState(entry?.content ?? "");
  const [tags, setTags] = useState<readonly string[]>(entry?.tags.map(({ value }) => value) ?? []);
  const [error, setError] = useState("");
  const { mutate, isPending } = useSaveEntry();
  const reset = () => {
    setContent("");
    setTags([]);
    setError("");
    onDone();
  };
  const save = () =>
    mutate(
      {
        subject: { track: track.id },
        entry,
        body: { ...(entry ? bodyOfEntry(entry) : {}), content: content.trim(), tags: tags.map((value) => ({ value })) },
      },
      { onSuccess: reset, onError: (cause) => setError(failureSentence(cause)) },
    );
  const isEmpty = content.trim() === "" && tags.length === 0;
  return (
    <section className={styles.form} aria-label={entry ? "Change the entry" : "New entry"}>
      <h3>{entry ? "Change the entry" : "New entry"}</h3>
      {error && <FieldError>{error}</FieldError>}
      <TextArea
        label="Notes"
        rows={5}
        value={content}
        onChange={(event) => {
          setContent(event.target.value);
          onWritten(event.target.value.trim() !== (entry?.content ?? ""));
        }}
      />
      <TagChoice
        tags={tags}
        onChange={(next) => {
          setTags(next);
          onWritten(true);
        }}
      />
      <div className={styles.actions}>
        <Button onClick={reset}>Cancel</Button>
        <Button kind="primary" busy={isPending} disabled={isEmpty} onClick={save}>
          Save
        </Button>
      </div>
    </section>
  );
}

interface TagChoiceProps {
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

/** The tags on offer, and those that the entry has besides. */
function TagChoice({ tags, onChange }: TagChoiceProps) {
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
      </div>
    </div>
  );
}
