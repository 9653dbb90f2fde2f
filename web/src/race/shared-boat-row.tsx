import type { SharedBoat } from "@leebow/api/contract";
import { Check, Send } from "lucide-react";
import { browserZone, clock, dayKey, nearDay } from "../format/times";
import { failureSentence } from "../server/failure";
import { fullName } from "../server/session";
import { Button } from "../ui/button";
import { classes } from "../ui/classes";
import { useQuestion } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { Icon } from "../ui/icon";
import { Badge } from "../ui/marks";
import { useAnswerConsent, useAskOwner } from "./consents";
import styles from "./share-race.module.css";

interface SharedBoatRowProps {
  race_id: number;
  boat: SharedBoat;
  /** 1 to 8, as on the map. */
  color: number;
}

/** One boat: whether the link shows it, why, and what can be done about that. */
export function SharedBoatRow({ race_id, boat, color }: SharedBoatRowProps) {
  const isShown = boat.state === "in_link";
  const name = fullName(boat.user);
  const square = isShown
    ? { background: `var(--boat-${color})` }
    : { boxShadow: `inset 0 0 0 2px var(--boat-${color})` };
  const { mutate: ask, isPending, error } = useAskOwner(race_id, boat.user.id);
  const [question, askMore] = useQuestion();
  return (
    <li className={classes(styles.boat, !isShown && styles.out)}>
      <i className={styles.square} style={square} />
      <b className={classes("truncate", styles.class)}>{boat.boat_name}</b>
      <span className={classes("truncate", styles.name)}>{name}</span>
      <span className={styles.why}>{reasonOf(boat)}</span>
      <span className={styles.state}>
        {isShown && (
          <>
            <Icon of={Check} size={14} />
            in the link
          </>
        )}
        {boat.is_own && !isShown && <JoinLink race_id={race_id} />}
        {!boat.is_own && boat.state === "asked" && (
          <>
            <span className="only-wide">
              <Badge>waiting</Badge>
            </span>
            <Button
              kind="quiet"
              busy={isPending}
              aria-label={`Take back the question to ${name}`}
              onClick={() =>
                askMore({
                  question: "Take back the question?",
                  detail: `${name} is asked once about this race. The boat is then left out of the link.`,
                  onYes: () => ask(false),
                })
              }
            >
              Take back
            </Button>
          </>
        )}
        {!boat.is_own && boat.state === "not_asked" && (
          <Button icon={Send} busy={isPending} aria-label={`Ask ${name}`} onClick={() => ask(true)}>
            Ask
          </Button>
        )}
        {!boat.is_own && boat.state === "left_out" && <span className="secondary">left out</span>}
      </span>
      {question}
      {error && (
        <span className={styles.error}>
          <FieldError>{failureSentence(error)}</FieldError>
        </span>
      )}
    </li>
  );
}

/** For the own private boat. */
function JoinLink({ race_id }: { race_id: number }) {
  const { mutate, isPending } = useAnswerConsent(race_id);
  return (
    <Button busy={isPending} aria-label="Show my boat in the link" onClick={() => mutate(true)}>
      Show it
    </Button>
  );
}

function reasonOf({ is_own, reason, state, asked, agreed }: SharedBoat): string {
  if (is_own) return state === "in_link" ? "your track" : "your private track";
  if (reason === "public") return "public track";
  if (reason === "agreed") return agreed ? `agreed ${whenText(agreed)}` : "agreed";
  if (asked && state === "asked") return `private, asked ${whenText(asked)}`;
  return state === "not_asked" ? "private, not asked yet" : "private";
}

/** "today, 19:20" or "16 Nov", in the browser's zone: it is about people, not about the race. */
export function whenText(at: string, now = new Date()): string {
  const zone = browserZone();
  const isToday = dayKey(at, zone) === dayKey(now.getTime(), zone);
  return isToday ? `today, ${clock(at, zone)}` : nearDay(at, zone);
}
