import { useTitle } from "../../app/title";
import { SearchField } from "../../components/field";
import { EntryList } from "./entry-list";
import styles from "./page.module.css";
import { useJournalSearch } from "./search";

/** Journal: the entries of the user and the user's teams, newest first. */
export function Page() {
  useTitle("Journal");
  const { typed, search, setTyped, fill } = useJournalSearch();
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
            className={styles.search}
          />
        </div>
        <EntryList search={search} onTag={fill} onClear={() => fill("")} />
      </div>
    </main>
  );
}
