import type { Track } from "@leebow/api/contract";
import { NotebookPen } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../components/button";
import { lazyClosable } from "../../components/lazy-component";
import { countText } from "../../format/counts";
import styles from "./journal-button.module.css";

const TrackJournal = lazyClosable(() => import("../../journals/track-journal").then((module) => module.TrackJournal));

/** Opens the journal of a track; the badge is the number of its entries. */
export function JournalButton({ track }: { track: Track }) {
  const [isOpen, setOpen] = useState(false);
  const count = track.journal_count;
  const entries = count === 0 ? "no entry" : countText(count, "entry", "entries");
  return (
    <span className={styles.journal}>
      <IconButton
        icon={NotebookPen}
        label={`Journal of ${track.full_name}'s track: ${entries}`}
        onClick={() => setOpen(true)}
      />
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
      {isOpen && <TrackJournal track={track} onClose={() => setOpen(false)} />}
    </span>
  );
}
