import type { RegattaResult } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Skeleton } from "../components/skeleton";
import { authorName } from "../journals/entry-text";
import { RegattaTable } from "../journals/regatta-table";
import { journalEntryOptions } from "../queries/journal-entries";
import { placeText, regattaDays, regattaName } from "./regatta-text";
import styles from "./sessions-dialog.module.css";

/** The regatta report behind a result, with its tracks. */
export function RegattaDialog({ result, onClose }: { result: RegattaResult; onClose: () => void }) {
  const { data, error, refetch, isPending } = useQuery(journalEntryOptions(result.journal_id));
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      closable
      title={regattaName(result)}
      description={`${regattaDays(result)}, ${placeText(result)}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {!data && error && (
        <div className={styles.message} role="alert">
          <p>{failureSentence(error)}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {isPending && (
        <div role="status" aria-label="Loading the entry">
          <Skeleton height={90} />
        </div>
      )}
      {data && (
        <div className={styles.entry}>
          {data.regatta_report && <RegattaTable report={data.regatta_report} />}
          {data.content && <p className={styles.note}>{data.content}</p>}
          <p className="small secondary">Written by {authorName(data)} in the journal.</p>
          <Tracks ids={result.track_ids.filter((id) => !data.regatta_report?.tracks.includes(id))} />
        </div>
      )}
    </Dialog>
  );
}

/** Tracks that the table does not name: that of the entry itself. */
function Tracks({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return null;
  return (
    <ul className={styles.tracks} aria-label="Tracks of the regatta">
      {ids.map((id) => (
        <li key={id}>
          <Link to={`/tracks/${id}`}>Track {id}</Link>
        </li>
      ))}
    </ul>
  );
}
