import type { Journal } from "@leebow/api/contract";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { EntryForm } from "../../journals/entry-form";
import { subjectLink, subjectText } from "../../journals/entry-text";
import { DESKTOP, useMedia } from "../../look/use-media";
import styles from "./form-panel.module.css";
import { type ChosenSubject, NO_SUBJECT, SubjectField } from "./subject-field";

interface FormPanelProps {
  entry: Journal | null;
  draft_name: string;
  onWritten: (isWritten: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of an entry: in the rail of a wide screen, else as a dialog. Esc leaves it. */
export function FormPanel(props: FormPanelProps) {
  const isWide = useMedia(DESKTOP);
  const title = props.entry ? "Change the entry" : "New entry";
  if (isWide) return <RailForm {...props} title={title} />;
  return (
    <Dialog open onClose={props.onCancel} size="medium" closable title={title}>
      <div className={styles.sheet}>
        <SubjectForm {...props} />
      </div>
    </Dialog>
  );
}

function RailForm({ title, ...props }: FormPanelProps & { title: string }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className={styles.rail}
      aria-label={title}
      onKeyDown={(event) => {
        // Esc in an open list or dialog closes that one alone; React reports keys in dialogs of the form here, too.
        if (event.key !== "Escape" || event.defaultPrevented || isListOpen(event.target)) return;
        if (!event.currentTarget.contains(event.target as Node)) return;
        // The question that opens now would take the same key as its answer.
        event.stopPropagation();
        props.onCancel();
      }}
    >
      <div className={styles.head}>
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon={X} label="Close the form" onClick={props.onCancel} />
      </div>
      <SubjectForm {...props} />
    </section>
  );
}

const isListOpen = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/** The form under what the entry is about: chosen for a new one, said for one that exists. */
function SubjectForm({ entry, draft_name, onWritten, onSaved, onCancel }: FormPanelProps) {
  const [chosen, setChosen] = useState<ChosenSubject>(NO_SUBJECT);
  const link = entry && subjectLink(entry);
  const about = link && entry && <p className="small secondary">{`${link.label}. ${subjectText(entry)}`}</p>;
  return (
    <EntryForm
      subject={chosen.subject}
      boat_class={entry ? (entry.subject?.boat_name ?? null) : chosen.boat_class}
      entry={entry}
      draft_name={draft_name}
      head={entry ? about : <SubjectField value={chosen} onChange={setChosen} />}
      onWritten={onWritten}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  );
}
