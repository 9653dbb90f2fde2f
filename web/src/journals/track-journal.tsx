import type { Journal, Track } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Confirm, Dialog } from "../components/dialog";
import { More } from "../components/more";
import { Skeleton } from "../components/skeleton";
import { clock, shortDay } from "../format/times";
import { PHONE, useMedia } from "../look/use-media";
import { entriesOf, journalOptions } from "../queries/journal-entries";
import { EntryCard } from "./entry-card";
import { authorName } from "./entry-text";
import { NotesForm } from "./notes-form";
import styles from "./track-journal.module.css";

interface TrackJournalProps {
  track: Track;
  onClose: () => void;
}

/** The journal of a track: its entries left, the form right; on a phone one after the other. */
export function TrackJournal({ track, onClose }: TrackJournalProps) {
  const phone = useMedia(PHONE);
  const [edited, setEdited] = useState<Journal | null>(null);
  const [isFormOpen, setFormOpen] = useState(false);
  const [isWritten, setWritten] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const openForm = (entry: Journal | null) => {
    setEdited(entry);
    setFormOpen(true);
  };
  const leaveForm = () => {
    setEdited(null);
    setFormOpen(false);
    setWritten(false);
  };
  const close = () => (isWritten ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        open
        onClose={close}
        size="large"
        closable
        title="Journal"
        description={<span className="small">{trackText(track)}</span>}
        actions={
          phone &&
          !isFormOpen && (
            <Button kind="primary" icon={Plus} onClick={() => openForm(null)}>
              Add entry
            </Button>
          )
        }
      >
        <div className={styles.columns}>
          {(!phone || !isFormOpen) && <Entries track={track} onEdit={openForm} />}
          {(!phone || isFormOpen) && (
            <div className={styles.form}>
              {/* Another entry has a form of its own. */}
              <NotesForm
                key={edited?.id ?? "new"}
                track={track}
                entry={edited}
                onWritten={setWritten}
                onDone={leaveForm}
              />
            </div>
          )}
        </div>
      </Dialog>
      <Confirm
        open={isAsking}
        question="Leave the journal?"
        detail="What you have written is not saved."
        onYes={onClose}
        onNo={() => setAsking(false)}
      />
    </>
  );
}

function Entries({ track, onEdit }: { track: Track; onEdit: (entry: Journal) => void }) {
  const journal = useInfiniteQuery(journalOptions({ track: track.id }));
  const { data, error, refetch } = journal;
  if (!data && error) {
    return (
      <div className={styles.none} role="alert">
        <p>{failureSentence(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  if (!data) {
    return (
      <div className={styles.loading} role="status" aria-label="Loading the journal">
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} height={70} />
        ))}
      </div>
    );
  }
  const entries = entriesOf(data);
  if (entries.length === 0) {
    return (
      <div className={styles.none}>
        <b>No entries yet</b>
        <p className="secondary">Write down what you learned, while it is fresh.</p>
      </div>
    );
  }
  return (
    <div className={styles.entries}>
      <p className="caption">
        {journal.hasNextPage ? "Newest entries" : entries.length === 1 ? "1 entry" : `${entries.length} entries`}
      </p>
      {entries.map((entry) => (
        <article key={entry.id} className={styles.entry} aria-label={`Entry of ${authorName(entry)}`}>
          <EntryCard entry={entry} onEdit={onEdit} />
        </article>
      ))}
      {journal.hasNextPage && (
        <More things="entries" isFetching={journal.isFetchingNextPage} fetchMore={journal.fetchNextPage} />
      )}
    </div>
  );
}

function trackText({ id, full_name, start_time, tz }: Track): string {
  const start = start_time ? `, ${shortDay(start_time, tz)}, ${clock(start_time, tz)}` : "";
  return `Track ${id}, ${full_name}${start}`;
}
