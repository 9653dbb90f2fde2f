import { NotebookPen } from "lucide-react";
import { Button } from "../../components/button";
import { lazyClosable } from "../../components/lazy-component";
import styles from "./page.module.css";

export const RaceJournal = lazyClosable(() => import("../../journals/race-journal").then((part) => part.RaceJournal));

/** Opens the journal of the race. */
export const JournalButton = ({ onOpen }: { onOpen: () => void }) => (
  <Button kind="quiet" icon={NotebookPen} className={styles.action} aria-label="Journal" onClick={onOpen}>
    <span className={styles.word}>Journal</span>
  </Button>
);
