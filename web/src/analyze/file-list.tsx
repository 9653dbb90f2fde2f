import { sameBoatSentence } from "@leebow/core";
import { Check, FileX, Trash2 } from "lucide-react";
import { useSnapshot } from "valtio";
import { notify } from "../server/notices";
import { keptText } from "../tracks/damage-report";
import { Button, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { useQuestion } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { Spinner } from "../ui/progress";
import { type AnalyzeEntry, analyzeStore, answerSameBoat, openFile, removeAll, removeFile } from "./analyze-store";
import styles from "./file-list.module.css";

/** The other dropped files, with the reason for those that could not be read; what is kept, and how to remove it. */
export function FileList() {
  const { files, open, isKept } = useSnapshot(analyzeStore);
  if (files.length === 0) return null;
  const others = files.filter(({ id }) => id !== open) as AnalyzeEntry[];
  const shown = files.find(({ id }) => id === open) as AnalyzeEntry | undefined;
  return (
    <section className={styles.list} aria-label="Files">
      {others.length > 0 && (
        <>
          <h3>{shown ? "Dropped with it" : "Dropped"}</h3>
          <ul>
            {others.map((entry) => (
              <li key={entry.id}>
                <div className="row">
                  <Entry entry={entry} />
                  <IconButton icon={Trash2} label={`Remove ${entry.file.name}`} onClick={() => remove(entry)} />
                </div>
                <SameBoatLine entry={entry} />
              </li>
            ))}
          </ul>
        </>
      )}
      {shown && <SameBoatLine entry={shown} />}
      <p className="small quiet above-8">
        {isKept
          ? "Files and corrections stay in this browser until you remove them."
          : "This browser cannot keep files: they are gone when the page is loaded again. Save the report first."}
      </p>
      <div className="flex gap-8 above-8">
        {shown && <Button onClick={() => remove(shown)}>Remove this file</Button>}
        {files.length > 1 && <RemoveAll count={files.length} />}
      </div>
    </section>
  );
}

/** That a file is of the same boat as another one, and what can be said of it. */
function SameBoatLine({ entry: { id, file, same_boat } }: { entry: AnalyzeEntry }) {
  const { files } = useSnapshot(analyzeStore);
  const other = files.find((one) => one.id === same_boat?.as);
  if (!same_boat || !other) return null;
  const answer = (next: "one" | "two") => {
    const { answer: before } = same_boat;
    answerSameBoat(id, next);
    const sentence =
      next === "one"
        ? `${other.file.name} is used in sums and races, ${file.name} is not.`
        : `${file.name} is a boat of its own in sums and races.`;
    notify.success(sentence, { label: "Undo", run: () => answerSameBoat(id, before) });
  };
  return (
    <div className={styles.same}>
      <p>
        {same_boat.answer === "two"
          ? `A boat of its own, beside ${other.file.name}.`
          : sameBoatSentence(other.file.name, same_boat.apart_m)}
      </p>
      <div className="flex gap-8 above-8">
        {same_boat.answer !== "one" && <Button onClick={() => answer("one")}>It is one boat</Button>}
        {same_boat.answer !== "two" && <Button onClick={() => answer("two")}>They are two boats</Button>}
      </div>
    </div>
  );
}

function RemoveAll({ count }: { count: number }) {
  const [question, ask] = useQuestion();
  return (
    <>
      <Button
        onClick={() =>
          ask({
            question: `Remove all ${count} files from this browser?`,
            detail: "Their corrections are lost. The files on your disk stay as they are.",
            onYes: removeAll,
          })
        }
      >
        Remove all
      </Button>
      {question}
    </>
  );
}

function remove({ id, file }: AnalyzeEntry): void {
  const undo = removeFile(id);
  notify.success(`${file.name} was removed from this browser.`, { label: "Undo", run: undo });
}

function Entry({ entry: { id, file, state, data, reason, busy } }: { entry: AnalyzeEntry }) {
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
    <button type="button" className={styles.entry} onClick={() => openFile(id)}>
      {busy ? <Spinner /> : <Icon of={Check} size={14} />}
      <span>
        <span className="two-lines" title={file.name}>
          {file.name}
        </span>
        <small>{busy ? "Analysing again" : data && keptText(data.report.damage)}</small>
      </span>
    </button>
  );
}
