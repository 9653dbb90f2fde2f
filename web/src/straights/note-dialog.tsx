import { JOURNAL_TAGS, LIMITS, type StraightAnalysis } from "@leebow/api/contract";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Confirm } from "../components/dialog";
import { TagInput } from "../components/tag-input";
import { TextArea } from "../components/text-area";
import { countText } from "../format/counts";
import { FormDialog } from "../forms/form-dialog";
import { useSaveEntry } from "../queries/journal-entries";
import { notify } from "../stores/notices";
import type { StraightRow } from "./rows";

interface NoteDialogProps {
  analysis: StraightAnalysis;
  /** The straights that the note names. */
  rows: readonly StraightRow[];
  onClose: () => void;
}

interface Note {
  content: string;
  tags: string[];
}

/** A journal entry about the analysis and its straights. */
export function NoteDialog({ analysis, rows, onClose }: NoteDialogProps) {
  const form = useForm<Note>({ defaultValues: { content: "", tags: [] } });
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useSaveEntry();
  const isEmpty = form.watch("content").trim() === "";
  const save = async ({ content, tags }: Note) => {
    const body = {
      content: content.trim(),
      tags: tags.map((value) => ({ value })),
      straight_analysis_id: analysis.id,
      straight_analysis_segments: rows.slice(0, LIMITS.journal_segments).map(({ id }) => id),
    };
    await mutateAsync({ subject: { track: analysis.track_id, jType: "straight" }, entry: null, body });
    notify.success("The note is in the journal.");
    // Nothing is left that closing could lose.
    form.reset();
  };
  return (
    <>
      <FormDialog
        form={form}
        save={save}
        onClose={() => (form.getValues("content").trim() === "" ? onClose() : setAsking(true))}
        size="medium"
        title="Write a note"
        description={`A journal entry about this analysis and its ${countText(rows.length, "straight")}.`}
        submit="Save"
        canSubmit={!isEmpty}
      >
        <TextArea label="Notes" rows={5} maxLength={LIMITS.journal_chars} {...form.register("content")} />
        <Controller
          control={form.control}
          name="tags"
          render={({ field: { value, onChange } }) => (
            <TagInput label="Tags" value={value} onChange={onChange} suggestions={JOURNAL_TAGS} />
          )}
        />
      </FormDialog>
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
