import type { Journal } from "@leebow/api/contract";
import { Link } from "react-router-dom";
import { EntryCard } from "../../journals/entry-card";
import { authorName, subjectLink, subjectText, writtenText } from "../../journals/entry-text";
import { StaticMap } from "../../tracks/static-map";
import styles from "./entry-row.module.css";

interface EntryRowProps {
  entry: Journal;
  onEdit?: ((entry: Journal) => void) | undefined;
  onTag: (tag: string) => void;
}

/** An entry beside the picture of what it is about. */
export function EntryRow({ entry, onEdit, onTag }: EntryRowProps) {
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
