import type { Race, RaceShare } from "@leebow/api/contract";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Badge } from "../components/badge";
import { Button } from "../components/button";
import { Confirm } from "../components/dialog";
import { Select } from "../components/select";
import { useEndLink, useLinkEnd } from "../queries/race-list";
import { endOf, endText, linkEnds } from "./link-ends";
import { raceName } from "./race-names";
import styles from "./share-race.module.css";

/** When the link ends: chosen by those who may revoke it. */
export function LinkEnd({ race, share }: { race: Race; share: RaceShare }) {
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
export function LinkEndNote({ race, share }: { race: Race; share: RaceShare }) {
  if (share.expires === null)
    return (
      <p className={styles.never}>
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
export function EndLink({ race, onEnded }: { race: Race; onEnded: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useEndLink(race);
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        End link
      </Button>
      <Confirm
        open={isAsked}
        question="End the link?"
        detail={`Whoever has it cannot open ${raceName(race)} any more. A later link has another address.`}
        busy={isPending}
        onYes={() => mutate(undefined, { onSuccess: onEnded })}
        onNo={() => setAsked(false)}
      />
    </>
  );
}
