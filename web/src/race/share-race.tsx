import type { Race, RaceShare, SharedBoats } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { countText } from "../format/numbers";
import { failureSentence } from "../server/failure";
import { raceName } from "../tracks/race-names";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/copy-link";
import { Dialog, useQuestion } from "../ui/dialog";
import { Skeleton } from "../ui/empty-state";
import { FieldError } from "../ui/field";
import { Badge } from "../ui/marks";
import { Select } from "../ui/select";
import { sharedBoatsOptions } from "./consents";
import { endOf, endText, linkEnds } from "./link-ends";
import { shareOptions, useEndLink, useLinkEnd } from "./queries";
import styles from "./share-race.module.css";
import { SharedBoatRow } from "./shared-boat-row";

/** The link that shows the race without an account, and which boats are in it: a private track only with its owner's consent. */
export function ShareRace({ race, onClose }: { race: Race; onClose: () => void }) {
  const boats = useQuery(sharedBoatsOptions(race.id));
  // With one boat there is no link yet, unless the race has one from before; the own private boats join it as it is made.
  const isRace = boats.data !== undefined && (race.share_id !== null || willBeInLink(boats.data) >= 2);
  const share = useQuery({ ...shareOptions(race.id), enabled: isRace });
  const link = share.data ? location.origin + share.data.url : "";
  const error = boats.error ?? share.error;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Share Race"
      description={`Anyone with this link can see ${raceName(race)}. Only boats whose owners agreed are in it.`}
      actions={
        <>
          {share.data && race.can.revoke_share && <EndLink race={race} onEnded={onClose} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {isRace || !boats.data ? (
        <>
          <CopyLink label="Link" bare link={link} placeholder={error ? "No link" : "Making the link"}>
            {share.data && race.can.revoke_share && <LinkEnd race={race} share={share.data} />}
          </CopyLink>
          {share.data && <LinkEndNote race={race} share={share.data} />}
        </>
      ) : (
        <p role="status">A race needs two boats. Ask the owners of the others whether the link may show theirs.</p>
      )}
      {error && <FieldError>{failureSentence(error)}</FieldError>}
      {boats.data ? (
        <Boats race={race} boats={boats.data} link={link} />
      ) : (
        !error && <Rows count={race.track_ids.length} />
      )}
      <p className="small secondary">
        Boats left out are on no map, in no table and in no file of the link. When an owner agrees, the boat appears by
        itself.
      </p>
    </Dialog>
  );
}

const willBeInLink = ({ boats }: SharedBoats): number =>
  boats.filter(({ state, is_own }) => state === "in_link" || (is_own && state === "not_asked")).length;

function Boats({ race, boats: { boats, in_link }, link }: { race: Race; boats: SharedBoats; link: string }) {
  // Colours are those of the map, whose boats are in the order of the race's tracks.
  const order = [...boats].sort(
    (a, b) => race.track_ids.indexOf(a.track_ids[0]!) - race.track_ids.indexOf(b.track_ids[0]!),
  );
  return (
    <section className={styles.boats} aria-label="Boats of the race">
      <div className={styles.head}>
        <b className="grow" aria-live="polite">
          {in_link} of {countText(boats.length, "boat is", "boats are")} in the link
        </b>
        {link && (
          <a className="tap small" href={link} target="_blank" rel="noreferrer">
            See it as others do
          </a>
        )}
      </div>
      <ul>
        {boats.map((boat) => (
          <SharedBoatRow key={boat.track_ids[0]} race_id={race.id} boat={boat} color={(order.indexOf(boat) % 8) + 1} />
        ))}
      </ul>
    </section>
  );
}

/** As high as the boats that come: the buttons below stay where they are. */
const Rows = ({ count }: { count: number }) => (
  <div className={styles.boats} role="status" aria-label="Loading the boats">
    <div className={styles.head} />
    {Array.from({ length: count }, (_, row) => row).map((row) => (
      <div key={row} className={styles.waiting}>
        <Skeleton height={16} />
      </div>
    ))}
  </div>
);

/** When the link ends: chosen by those who may revoke it. */
function LinkEnd({ race, share }: { race: Race; share: RaceShare }) {
  const { mutate, isPending, variables } = useLinkEnd(race.id);
  const { choices, value } = linkEnds(isPending ? variables : share.expires);
  return (
    <Select
      label="End of the link"
      bare
      className={styles.end}
      choices={choices}
      value={value}
      onChange={(choice) => choice !== value && mutate(endOf(choice))}
    />
  );
}

/** What should be known about the end of the link: that it never comes, or when, where it is not the viewer's choice. */
function LinkEndNote({ race, share }: { race: Race; share: RaceShare }) {
  if (share.expires === null)
    return (
      <p className="row wrap">
        <Badge tone="warn" icon={TriangleAlert}>
          never ends
        </Badge>
        <span className="small secondary">Whoever gets this link sees the race until somebody ends it.</span>
      </p>
    );
  if (race.can.revoke_share) return null;
  return <p className="small secondary">The link ends {endText(share.expires)}.</p>;
}

/** Ends the link at once, after a question. */
function EndLink({ race, onEnded }: { race: Race; onEnded: () => void }) {
  const { mutateAsync: end } = useEndLink(race);
  const [question, ask] = useQuestion();
  return (
    <>
      <Button
        kind="quiet"
        onClick={() =>
          ask({
            question: "End the link?",
            detail: `Whoever has it cannot open ${raceName(race)} any more. A later link has another address.`,
            onYes: () => end().then(onEnded, () => false),
          })
        }
      >
        End link
      </Button>
      {question}
    </>
  );
}
