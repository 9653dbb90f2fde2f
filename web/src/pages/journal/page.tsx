import { Plus } from "lucide-react";
import { Button } from "../../components/button";
import { SearchField } from "../../components/field";
import { lazyClosable } from "../../components/lazy-component";
import { useTitle } from "../../components/title";
import { useUnsaved } from "../../journals/unsaved";
import { EntryList } from "./entry-list";
import styles from "./page.module.css";
import { useJournalSearch } from "./search";
import { useOpenForm } from "./use-open-form";

const FormPanel = lazyClosable(() => import("./form-panel").then((part) => part.FormPanel));

/** Journal: the entries of the user and the user's teams, newest first, and the form. */
export function Page() {
  useTitle("Journal");
  const { typed, search, setTyped, fill } = useJournalSearch();
  const unsaved = useUnsaved();
  const { form, draft_name, open, cancel, close } = useOpenForm(unsaved);
  return (
    <main className={styles.page}>
      <div className={styles.list}>
        <h1 className="visually-hidden">Journal</h1>
        <div className={styles.bar}>
          <SearchField
            label="Search the journal"
            placeholder="Search notes, names and tags"
            value={typed}
            onChange={setTyped}
            className={styles.search}
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
