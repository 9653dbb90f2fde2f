import type { Race } from "@leebow/api/contract";
import { NotebookPen } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { late } from "../../components/late";
import styles from "./page.module.css";

const RaceJournal = late(() => import("../../journals/race-journal").then((part) => part.RaceJournal));

/** Opens the journal of the race. */
export function JournalButton({ race, share_id }: { race: Race; share_id: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        icon={NotebookPen}
        className={styles.action}
        aria-label="Journal"
        onClick={() => setOpen(true)}
      >
        <span className={styles.word}>Journal</span>
      </Button>
      {isOpen && <RaceJournal race={race} share_id={share_id ?? undefined} onClose={() => setOpen(false)} />}
    </>
  );
}
