import type { Race } from "@leebow/api/contract";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { Avatar } from "../components/avatar";
import { Icon } from "../components/icon";
import { Spinner } from "../components/spinner";
import { countText } from "../format/counts";
import styles from "./race-facts.module.css";
import { personName, trackNumbers } from "./race-names";

/** Names and pictures shown before "and 5 more". */
const SHOWN = 6;

/** The coach, who made the race. */
export function Coach({ user }: Pick<Race, "user">) {
  return (
    <div className={styles.coach}>
      <Avatar name={personName(user)} image={user.profile_img} size="small" />
      <span className="small secondary truncate" title={personName(user)}>
        Coach: {personName(user)}
      </span>
    </div>
  );
}

/** The competitors with their number; the numbers of the tracks when one user sailed them all. */
export function Competitors({ race, brief }: { race: Race; brief?: boolean }) {
  const [all, setAll] = useState(false);
  const { competitors } = race;
  const [first] = competitors;
  if (competitors.length < 2) {
    return (
      <div className={styles.competitors}>
        <p className={brief ? "small" : styles.count}>{trackNumbers(race)}</p>
        {first && !brief && (
          <p className="small secondary">
            {personName(first)} sailed {race.track_ids.length === 2 ? "both" : "all of them"}.
          </p>
        )}
      </div>
    );
  }
  const hidden = all ? 0 : Math.max(0, competitors.length - SHOWN);
  return (
    <div className={styles.competitors}>
      <div className={styles.faces}>
        {competitors.slice(0, SHOWN).map((person) => (
          <Avatar key={person.id} name={personName(person)} image={person.profile_img} size="small" />
        ))}
        <span className={brief ? "small" : styles.count}>{countText(competitors.length, "competitor")}</span>
      </div>
      {!brief && (
        <p className="small secondary">
          {competitors
            .slice(0, competitors.length - hidden)
            .map(personName)
            .join(", ")}
          {hidden > 0 && (
            <>
              {" and "}
              <button type="button" className={styles.more} onClick={() => setAll(true)}>
                {hidden} more
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface RaceStateProps {
  race: Race;
  /** Opens the dialog of the race's tracks; absent for those who may not change them. */
  onManage?: (() => void) | undefined;
}

/** What the server is doing with the race, or why it failed. */
export function RaceState({ race: { processing_status: status, error, wind_reason }, onManage }: RaceStateProps) {
  if (status === 2) {
    return (
      <div className={styles.failed}>
        <Icon of={CircleAlert} />
        <div>
          <b>There was an error processing this race.</b>
          {error && error !== "There was an error processing this race." && <p className="secondary">{error}</p>}
          {onManage && (
            <p className="secondary">
              Take out the track that cannot be read, then save.{" "}
              <button type="button" className={styles.more} onClick={onManage}>
                Manage Tracks
              </button>
            </p>
          )}
        </div>
      </div>
    );
  }
  if (status === 3) return wind_reason ? <p className="small quiet">{wind_reason}</p> : null;
  return (
    <div className={status === 4 ? styles.updating : styles.working} role="status">
      <Spinner />
      <b>{status === 4 ? "Race wind data is updating" : "Working on this race"}</b>
    </div>
  );
}
