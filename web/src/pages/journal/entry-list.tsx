import type { Journal } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { failureSentence } from "../../api/failure";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { More } from "../../components/more";
import { NotRead } from "../../components/not-read";
import { Skeleton } from "../../components/skeleton";
import { journalOptions } from "../../queries/journal-entries";
import { rowsOf } from "../../queries/paged-list";
import { EntryRow } from "./entry-row";
import styles from "./page.module.css";

interface EntryListProps {
  search: string;
  onEdit?: ((entry: Journal) => void) | undefined;
  onTag: (tag: string) => void;
  onClear: () => void;
  onAdd?: () => void;
}

/** The entries that a search finds, by pages; all of them without one. */
export function EntryList({ search, onEdit, onTag, onClear, onAdd }: EntryListProps) {
  const journal = useInfiniteQuery(journalOptions({ search }));
  const { data, error, refetch } = journal;
  if (!data && error) {
    return <NotRead title="The journal could not be read" sentence={failureSentence(error)} onRetry={refetch} />;
  }
  if (!data) return <Loading />;
  const entries = rowsOf(data);
  if (entries.length === 0) {
    return search ? (
      <EmptyState title="No entry matches your search" action={<Button onClick={onClear}>Clear search</Button>}>
        Notes, tags, regattas, kites, names and replies are searched.
      </EmptyState>
    ) : (
      <EmptyState title="No entries yet" action={onAdd && <Button onClick={onAdd}>Add entry</Button>}>
        Write down what you learned, while it is fresh: notes, the results of a regatta, photos. Entries of your teams
        appear here, too.
      </EmptyState>
    );
  }
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
}

const Loading = () => (
  <div className={styles.entries} role="status" aria-label="Loading the journal">
    {[0, 1, 2].map((at) => (
      <Skeleton key={at} height={190} />
    ))}
  </div>
);
