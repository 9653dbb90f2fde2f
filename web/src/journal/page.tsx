import type { Journal } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { rowsOf } from "../server/paged-list";
import { StaticMap } from "../tracks/static-map";
import { SEARCH_PAUSE_MS } from "../tracks/track-filter";
import { Button } from "../ui/button";
import { Async, EmptyState, Loading } from "../ui/empty-state";
import { SearchField } from "../ui/field";
import { lazyClosable } from "../ui/lazy-component";
import { More } from "../ui/more";
import { useTitle } from "../ui/title";
import { journalOptions } from "./entries";
import { EntryCard } from "./entry-card";
import { forgetDraft } from "./entry-draft";
import { authorName, subjectLink, subjectText, writtenText } from "./entry-text";
import styles from "./page.module.css";
import { type Unsaved, useUnsaved } from "./unsaved";

const FormPanel = lazyClosable(() => import("./form-panel").then((part) => part.FormPanel));

/** Journal: the entries of the user and the user's teams, newest first, and the form. */
export function Page() {
  useTitle("Journal");
  const { typed, search, setTyped, fill } = useJournalSearch();
  const unsaved = useUnsaved();
  const { form, draft_name, open, cancel, close } = useOpenForm(unsaved);
  return (
    <main className={styles.page}>
      <div>
        <h1 className="visually-hidden">Journal</h1>
        <div className={styles.bar}>
          <SearchField
            label="Search the journal"
            placeholder="Search notes, names and tags"
            value={typed}
            onChange={setTyped}
            className="fills"
          />
          {!form && (
            <Button kind="primary" icon={Plus} onClick={() => open(null)}>
              Add entry
            </Button>
          )}
        </div>
        <EntryList search={search} onEdit={open} onTag={fill} onClear={() => fill("")} onAdd={() => open(null)} />
      </div>
      {form && (
        <div className={styles.rail}>
          <FormPanel
            key={form.key}
            entry={form.entry}
            draft_name={draft_name}
            onWritten={unsaved.setWritten}
            onSaved={close}
            onCancel={cancel}
            onClose={close}
          />
        </div>
      )}
      {unsaved.question}
    </main>
  );
}

interface EntryListProps {
  search: string;
  onEdit?: ((entry: Journal) => void) | undefined;
  onTag: (tag: string) => void;
  onClear: () => void;
  onAdd?: () => void;
}

/** The entries that a search finds, by pages; all of them without one. */
function EntryList({ search, onEdit, onTag, onClear, onAdd }: EntryListProps) {
  const journal = useInfiniteQuery(journalOptions({ search }));
  return (
    <Async
      query={journal}
      title="The journal could not be read"
      loading={<Loading what="the journal" heights={[190, 190, 190]} className={styles.entries} />}
    >
      {(data) => {
        const entries = rowsOf(data);
        if (entries.length === 0 && search)
          return (
            <EmptyState title="No entry matches your search" action={<Button onClick={onClear}>Clear search</Button>}>
              Notes, tags, regattas, kites, names and replies are searched.
            </EmptyState>
          );
        if (entries.length === 0)
          return (
            <EmptyState title="No entries yet" action={onAdd && <Button onClick={onAdd}>Add entry</Button>}>
              Write down what you learned, while it is fresh: notes, the results of a regatta, photos. Entries of your
              teams appear here, too.
            </EmptyState>
          );
        return (
          <>
            <div className={styles.entries}>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} onEdit={onEdit} onTag={onTag} />
              ))}
            </div>
            <More things="entries" list={journal} />
          </>
        );
      }}
    </Async>
  );
}

interface EntryRowProps {
  entry: Journal;
  onEdit?: ((entry: Journal) => void) | undefined;
  onTag: (tag: string) => void;
}

/** An entry beside the picture of what it is about. */
function EntryRow({ entry, onEdit, onTag }: EntryRowProps) {
  const link = subjectLink(entry);
  return (
    <article className={styles.row} aria-label={`Entry of ${authorName(entry)}, ${writtenText(entry)}`}>
      <div className={styles.about}>
        {link && entry.subject ? (
          <>
            <StaticMap
              track={{ ...entry.subject, full_name: entry.subject.name }}
              alt={`Map of ${link.label}`}
              to={link.to}
              className={styles.map}
            />
            <div className={styles.text}>
              <Link to={link.to}>{link.label}</Link>
              <p className="caption">{subjectText(entry)}</p>
            </div>
          </>
        ) : (
          <p className={styles.none}>{noSubject(entry)}</p>
        )}
      </div>
      <div className={styles.entry}>
        <EntryCard entry={entry} onEdit={onEdit} onTag={onTag} isLong />
      </div>
    </article>
  );
}

function noSubject({ track, race }: Journal): string {
  if (track !== null) return `Track ${track} is not shown to you.`;
  return race === null ? "About no track" : `Race ${race} is not shown to you.`;
}

interface OpenForm {
  /** The entry that is changed; null for a new one. */
  entry: Journal | null;
  key: number;
}

/** The form of the page: closed, or open for an entry or a new one. Asks before something written is given up. */
function useOpenForm(unsaved: Unsaved) {
  const [form, setForm] = useState<OpenForm | null>(null);
  const draft_name = form?.entry ? `entry-${form.entry.id}` : "new";
  const show = (next: { entry: Journal | null } | null) => {
    unsaved.setWritten(false);
    setForm(next && { ...next, key: (form?.key ?? 0) + 1 });
  };
  const giveUp = (then: () => void) =>
    unsaved.leave(() => {
      if (form) forgetDraft(draft_name);
      then();
    });
  return {
    form,
    draft_name,
    open: (entry: Journal | null) => giveUp(() => show({ entry })),
    cancel: () => giveUp(() => show(null)),
    close: () => show(null),
  };
}

// What the journal is searched for, and the text in its search box.

/** `search` follows `typed` after {@link SEARCH_PAUSE_MS} without a further key; `fill` sets both at once. */
function useJournalSearch() {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const text = typed.trim();
    if (text === search) return;
    const typing = setTimeout(() => setSearch(text), text === "" ? 0 : SEARCH_PAUSE_MS);
    return () => clearTimeout(typing);
  }, [typed, search]);
  const fill = (text: string) => {
    setTyped(text);
    setSearch(text);
  };
  return { typed, search, setTyped, fill };
}
