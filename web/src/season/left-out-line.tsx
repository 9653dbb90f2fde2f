import type { Season } from "@leebow/api/contract";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { Button, IconButton } from "../components/button";
import { countText, wordFor } from "../format/counts";
import { clock, shortDay } from "../format/times";
import { readStored, writeStored } from "../stores/stored";
import styles from "./left-out-line.module.css";

const CLOSED = "leebow.parts-line-closed";

/** How many sessions have less than their recordings, and which: until it is closed, and where there are any. */
export function LeftOutLine({ days }: Pick<Season, "days">) {
  const [isClosed, setClosed] = useState(() => readStored(CLOSED) === true);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const sessions = days.flatMap((day) => day.sessions);
  const changed = sessions.filter(({ has_left_out }) => has_left_out);
  if (isClosed || changed.length === 0) return null;
  const close = () => {
    writeStored(CLOSED, true);
    setClosed(true);
  };
  return (
    <section className={styles.line} aria-label="What is left out">
      <p className="grow">
        Rides, tows and drives are now left out: {changed.length} of {countText(sessions.length, "session")} changed.
      </p>
      <Button kind="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        See which
      </Button>
      <IconButton icon={X} label="Close" onClick={close} />
      <ul id={id} hidden={!isOpen} aria-label={wordFor(changed.length, "Changed session", "Changed sessions")}>
        {changed.map(({ track_id, start_time, tz, location }) => (
          <li key={track_id}>
            <Link to={`/tracks/${track_id}`}>
              {shortDay(start_time, tz)}, {clock(start_time, tz)}
            </Link>
            {location && <span className="secondary">, {location}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
