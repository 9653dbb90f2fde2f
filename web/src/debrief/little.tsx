import type { Debrief, LittleRow } from "@leebow/core";
import { EmptyState } from "../components/empty-state";
import { sentence } from "../format/numbers";
import styles from "./little.module.css";

/** In place of a debrief that would have nothing to say: what there is of what is needed. */
export function Little({ debrief: { little, head, notes } }: { debrief: Debrief }) {
  return (
    <section className={styles.card} aria-label="Too little to say">
      <EmptyState title={little.text ?? "Too little to say"}>
        <p>
          A finding needs enough of the same to tell a habit from chance. {sentence(head.text)} When a row is full, its
          findings appear.
        </p>
      </EmptyState>
      <ul className={styles.rows}>
        {little.rows.map((row) => (
          <li key={row.code}>
            <span>{row.label}</span>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ width: `${100 * Math.min(1, row.have / row.need)}%` }} />
            </span>
            <span className={styles.number}>
              <b>{row.have.toFixed(0)}</b> of {row.need}
              {unitOf(row)}
            </span>
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="small secondary">
          {sentence(note)}
        </p>
      ))}
    </section>
  );
}

const unitOf = ({ code }: LittleRow) => (code === "upwind_minutes" || code === "downwind_minutes" ? " min" : "");
