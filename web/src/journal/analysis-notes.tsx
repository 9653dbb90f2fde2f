import type { Journal } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { rowsOf } from "../server/paged-list";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Async } from "../ui/empty-state";
import { More } from "../ui/more";
import { Spinner } from "../ui/progress";
import styles from "./analysis-notes.module.css";
import { journalOptions } from "./entries";
import { EntryCard } from "./entry-card";
import { forgetDraft } from "./entry-draft";
import { EntryForm } from "./entry-form";
import { authorName, shortWrittenText, zoneOf } from "./entry-text";
import { useUnsaved } from "./unsaved";

interface AnalysisNotesProps {
  analysis_id: number;
  track_id: number;
  boat_class: string;
  /** Ids of the straights of the analysis. */
  segments: readonly number[];
}

/** The journal entries about a straight-line analysis, and the form of another one. */
export function AnalysisNotes(props: AnalysisNotesProps) {
  const { analysis_id, track_id } = props;
  const journal = useInfiniteQuery(journalOptions({ track: track_id }));
  const [open, setOpen] = useState<{ entry: Journal | null } | null>(null);
  const notesOf = (data: NonNullable<typeof journal.data>) =>
    rowsOf(data).filter((entry) => entry.straight_analysis_id === analysis_id);
  return (
    <div className={styles.notes}>
      <Async query={journal} loading={<Spinner label="Loading the notes" />}>
        {(data) =>
          notesOf(data).length === 0 ? (
            <p className="secondary">No notes about these straights yet.</p>
          ) : (
            notesOf(data).map((entry) => (
              <article
                key={entry.id}
                className={styles.note}
                aria-label={`Entry of ${authorName(entry)}, ${shortWrittenText(entry.created, zoneOf(entry))}`}
              >
                <EntryCard entry={entry} onEdit={() => setOpen({ entry })} />
              </article>
            ))
          )
        }
      </Async>
      <More things="notes" list={journal} />
      <Button icon={Plus} onClick={() => setOpen({ entry: null })}>
        Add note
      </Button>
      {open && <NoteDialog {...props} entry={open.entry} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface NoteDialogProps extends AnalysisNotesProps {
  entry: Journal | null;
  onClose: () => void;
}

function NoteDialog({ analysis_id, track_id, boat_class, segments, entry, onClose }: NoteDialogProps) {
  const unsaved = useUnsaved();
  const draft_name = entry ? `entry-${entry.id}` : `analysis-${analysis_id}`;
  const cancel = () =>
    unsaved.leave(() => {
      forgetDraft(draft_name);
      onClose();
    });
  return (
    <>
      <Dialog open onClose={cancel} size="medium" closable title={entry ? "Change the entry" : "New entry"}>
        <div className={styles.sheet}>
          <EntryForm
            subject={{ track: track_id, jType: "straight" }}
            about={{ straight_analysis_id: analysis_id, straight_analysis_segments: [...segments] }}
            boat_class={boat_class}
            entry={entry}
            draft_name={draft_name}
            onWritten={unsaved.setWritten}
            onSaved={onClose}
            onCancel={cancel}
          />
        </div>
      </Dialog>
      {unsaved.question}
    </>
  );
}
