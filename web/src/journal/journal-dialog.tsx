import type { Journal, Race, Track } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { countText } from "../format/numbers";
import { clock, shortDay } from "../format/times";
import { PHONE, useMedia } from "../look/use-media";
import { ApiFailure, failureSentence } from "../server/failure";
import { rowsOf } from "../server/paged-list";
import { useUser } from "../server/session";
import { raceName } from "../tracks/current-track";
import { Button, ButtonLink } from "../ui/button";
import { classes } from "../ui/classes";
import { Dialog } from "../ui/dialog";
import { Loading } from "../ui/empty-state";
import { More } from "../ui/more";
import { type JournalAddress, journalOptions } from "./entries";
import { EntryCard } from "./entry-card";
import { forgetDraft } from "./entry-draft";
import { EntryForm } from "./entry-form";
import { authorName, shortWrittenText, zoneOf } from "./entry-text";
import styles from "./journal-dialog.module.css";
import { type Unsaved, useUnsaved } from "./unsaved";

interface JournalDialogProps {
  /** The track or race. */
  about: Exclude<JournalAddress, { search: string }>;
  /** Of the track; null for a race. */
  boat_class: string | null;
  /** The track or race as a line of text. */
  text: string;
  onClose: () => void;
}

/** The journal of a track or a race: its entries left, the form right; on a phone one after the other. */
function JournalDialog({ about, boat_class, text, onClose }: JournalDialogProps) {
  const phone = useMedia(PHONE);
  const user = useUser();
  const unsaved = useUnsaved();
  const form = useOpenForm(about, unsaved);
  const isForm = user !== null && (!phone || form.isOpen);
  const close = () =>
    unsaved.leave(() => {
      forgetDraft(form.draft_name);
      onClose();
    });
  return (
    <>
      <Dialog
        open
        onClose={close}
        size="large"
        closable
        title="Journal"
        description={<span className="small">{text}</span>}
        actions={
          phone &&
          user &&
          !isForm && (
            <Button kind="primary" icon={Plus} onClick={() => form.edit(null)}>
              Add entry
            </Button>
          )
        }
      >
        <div className={classes(styles.columns, !user && "one-column")}>
          {!(phone && isForm) && <Entries about={about} onEdit={form.edit} />}
          {isForm && (
            <section className={styles.form} aria-label={form.entry ? "Change the entry" : "New entry"}>
              <h3>{form.entry ? "Change the entry" : "New entry"}</h3>
              <EntryForm
                key={form.key}
                subject={"track" in about ? { track: about.track } : { race: about.race }}
                boat_class={boat_class}
                entry={form.entry}
                draft_name={form.draft_name}
                onWritten={unsaved.setWritten}
                onSaved={form.close}
                onCancel={form.cancel}
              />
            </section>
          )}
        </div>
      </Dialog>
      {unsaved.question}
    </>
  );
}

/** Which entry the form changes, null for a new one. */
function useOpenForm(about: JournalDialogProps["about"], unsaved: Unsaved) {
  const [state, setState] = useState<{ entry: Journal | null; isOpen: boolean; key: number }>({
    entry: null,
    isOpen: false,
    key: 0,
  });
  const { entry } = state;
  const subject_name = "track" in about ? `track-${about.track}` : `race-${about.race}`;
  const draft_name = entry ? `entry-${entry.id}` : subject_name;
  const show = (next: Journal | null, isOpen: boolean) => {
    unsaved.setWritten(false);
    setState(({ key }) => ({ entry: next, isOpen, key: key + 1 }));
  };
  const giveUp = (then: () => void) =>
    unsaved.leave(() => {
      forgetDraft(draft_name);
      then();
    });
  return {
    ...state,
    draft_name,
    edit: (next: Journal | null) => giveUp(() => show(next, true)),
    cancel: () => giveUp(() => show(null, false)),
    close: () => show(null, false),
  };
}

function Entries({ about, onEdit }: Pick<JournalDialogProps, "about"> & { onEdit: (entry: Journal) => void }) {
  const journal = useInfiniteQuery(journalOptions(about));
  const { data, error, refetch } = journal;
  if (!data && error) {
    return (
      <div className={styles.none} role="alert">
        <p>{failureSentence(error)}</p>
        {"track" in about && error instanceof ApiFailure && error.status === 409 ? (
          <ButtonLink to={`/tracks/${about.track}`}>Open the track</ButtonLink>
        ) : (
          <Button onClick={() => void refetch()}>Try again</Button>
        )}
      </div>
    );
  }
  if (!data) return <Loading what="the journal" heights={[70, 70, 70]} className={styles.loading} />;
  const entries = rowsOf(data);
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
        {journal.hasNextPage ? "Newest entries" : countText(entries.length, "entry", "entries")}
      </p>
      {entries.map((entry) => (
        <article
          key={entry.id}
          className={styles.entry}
          aria-label={`Entry of ${authorName(entry)}, ${shortWrittenText(entry.created, zoneOf(entry))}`}
        >
          <EntryCard entry={entry} onEdit={onEdit} />
        </article>
      ))}
      <More things="entries" list={journal} />
    </div>
  );
}

/** The journal of a track. */
export function TrackJournal({ track, onClose }: { track: Track; onClose: () => void }) {
  const { id, boat_name } = track;
  return <JournalDialog about={{ track: id }} boat_class={boat_name} text={trackText(track)} onClose={onClose} />;
}

function trackText({ id, full_name, start_time, tz }: Track): string {
  const start = start_time ? `, ${shortDay(start_time, tz)}, ${clock(start_time, tz)}` : "";
  return `Track ${id}, ${full_name}${start}`;
}

interface RaceJournalProps {
  race: Race;
  /** Of a link holder; without an account he reads only. */
  share_id?: string | undefined;
  onClose: () => void;
}

/** The journal of a race. */
export function RaceJournal({ race, share_id, onClose }: RaceJournalProps) {
  return (
    <JournalDialog about={{ race: race.id, share_id }} boat_class={null} text={raceText(race)} onClose={onClose} />
  );
}

function raceText(race: Race): string {
  const { start_time, tz } = race;
  return start_time ? `${raceName(race)}, ${shortDay(start_time, tz)}, ${clock(start_time, tz)}` : raceName(race);
}
