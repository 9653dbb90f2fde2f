import { Check, FileX } from "lucide-react";
import { useSnapshot } from "valtio";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { Spinner } from "../components/spinner";
import { type AnalyzeEntry, analyzeStore } from "./analyze-store";
import { keptText } from "./damage-text";
import styles from "./file-list.module.css";

/** The other dropped files, with the reason for those that could not be read. */
export function FileList() {
  const { files, open } = useSnapshot(analyzeStore);
  const others = files.filter(({ id }) => id !== open) as AnalyzeEntry[];
  if (others.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Other files">
      <h3>Dropped with it</h3>
      <ul>
        {others.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry: { id, file, state, data, reason } }: { entry: AnalyzeEntry }) {
  if (state === "refused") {
    return (
      <div className={classes(styles.entry, styles.refused)}>
        <Icon of={FileX} size={14} />
        <span>
          {file.name}
          <small>{reason}</small>
        </span>
      </div>
    );
  }
  if (state === "reading")
    return (
      <div className={styles.entry}>
        <Spinner />
        <span>
          {file.name}
          <small>Reading</small>
        </span>
      </div>
    );
  return (
    <button type="button" className={styles.entry} onClick={() => (analyzeStore.open = id)}>
      <Icon of={Check} size={14} />
      <span className="truncate">
        {file.name}
        <small>{data && keptText(data.report.damage)}</small>
      </span>
    </button>
  );
}
