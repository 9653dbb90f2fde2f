import { JOURNAL_TAGS, LIMITS, type StraightAnalysis } from "@leebow/api/contract";
import { type FormEvent, useRef, useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Confirm, Dialog } from "../components/dialog";
import { FieldError } from "../components/field";
import { TagInput } from "../components/tag-input";
import { TextArea } from "../components/text-area";
import { useSaveEntry } from "../queries/journal-entries";
import { notify } from "../stores/notices";
import styles from "./note-dialog.module.css";
import { type StraightRow, straightsText } from "./rows";

interface NoteDialogProps {
  analysis: StraightAnalysis;
  /** The straights that the note names. */
  rows: readonly StraightRow[];
  onClose: () => void;
}

/** A journal entry about the analysis and its straights. */
export function NoteDialog({ analysis, rows, onClose }: NoteDialogProps) {
  const [content, setContent] = useState("");
  const [tags, setTags] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { write, isPending, error } = useNote(analysis, rows, onClose);
  const isEmpty = content.trim() === "";
  const close = () => (isEmpty ? onClose() : setAsking(true));
  const save = (event: FormEvent) => {
    event.preventDefault();
    write(content.trim(), tags);
  };
  return (
    <>
      <Dialog
        open
        onClose={close}
        size="medium"
        title="Write a note"
        description={`A journal entry about this analysis and its ${straightsText(rows.length)}.`}
        initialFocus={field}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit" form="analysis-note" disabled={isEmpty} busy={isPending}>
              Save
            </Button>
          </>
        }
      >
        <form id="analysis-note" className={styles.form} onSubmit={save}>
          {error && <FieldError>{failureSentence(error)}</FieldError>}
          <TextArea
            ref={field}
            label="Notes"
            rows={5}
            maxLength={LIMITS.journal_chars}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
          <TagInput label="Tags" value={tags} onChange={setTags} suggestions={JOURNAL_TAGS} />
        </form>
      </Dialog>
      <Confirm
        open={isAsking}
        question="Leave the note?"
        detail="What you have written is not saved."
        onYes={onClose}
        onNo={() => setAsking(false)}
      />
    </>
  );
}

/** Writes the note; `onDone` when it is stored. */
function useNote(analysis: StraightAnalysis, rows: readonly StraightRow[], onDone: () => void) {
  const { mutate, isPending, error } = useSaveEntry();
  const write = (content: string, tags: readonly string[]) => {
    const body = {
      content,
      tags: tags.map((value) => ({ value })),
      straight_analysis_id: analysis.id,
      straight_analysis_segments: rows.slice(0, LIMITS.journal_segments).map(({ id }) => id),
    };
    const onSuccess = () => {
      notify.success("The note is in the journal.");
      onDone();
    };
    mutate({ subject: { track: analysis.track_id, jType: "straight" }, entry: null, body }, { onSuccess });
  };
  return { write, isPending, error };
}
