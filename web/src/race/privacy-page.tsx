import type { RaceConsent } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { day } from "../format/times";
import { AccountCard, AccountPage } from "../people/account/account-card";
import styles from "../people/account/account-page.module.css";
import { notify } from "../server/notices";
import { Button } from "../ui/button";
import { Async, Loading } from "../ui/empty-state";
import { useTitle } from "../ui/title";
import { consentsOptions, useAnswerConsent } from "./consents";
import { whenText } from "./shared-boat-row";

/** Where the own private tracks are shown by links of races, with a button that ends it. */
export function Page() {
  useTitle("Privacy");
  return (
    <AccountPage>
      <AccountCard title="Private tracks in links of races">
        <p className="secondary">
          Anyone with the link of a race sees your private track in it only while you allow it. Taken back, your boat is
          gone from the link at once.
        </p>
        <Async
          query={useQuery(consentsOptions())}
          title="The shared races could not be read"
          loading={<Loading what="the shared races" heights={[48]} />}
        >
          {(all) => <Consents all={all} />}
        </Async>
      </AccountCard>
    </AccountPage>
  );
}

function Consents({ all }: { all: readonly RaceConsent[] }) {
  if (all.length === 0) return <p>No race is shared with a private track of yours, and no question is open.</p>;
  return (
    <ul className="grid gap-16">
      {all.map((consent) => (
        <Consent key={consent.race.id} consent={consent} />
      ))}
    </ul>
  );
}

const STATES = { asked: "asked", agreed: "in the link since", refused: "left out since" } as const;

function Consent({ consent }: { consent: RaceConsent }) {
  const { race, state, asked, answered, start_time, tz } = consent;
  const { mutate, isPending } = useAnswerConsent(race.id);
  const isShown = state === "agreed";
  const at = state === "asked" ? asked : answered;
  const answer = (allow: boolean) =>
    mutate(allow, {
      onSuccess: () =>
        notify.success(
          allow ? `Your boat is in the link of ${race.name}.` : `Your boat is gone from the link of ${race.name}.`,
        ),
    });
  return (
    <li className={styles.line}>
      <span className="grow">
        <Link to={`/races/${race.id}`}>{race.name}</Link>
        <span className="small secondary block">
          {[start_time && day(start_time, tz), consent.boat_name, at && `${STATES[state]} ${whenText(at)}`]
            .filter(Boolean)
            .join(", ")}
        </span>
      </span>
      <Button
        busy={isPending}
        aria-label={isShown ? `Take back ${race.name}` : `Allow ${race.name}`}
        onClick={() => answer(!isShown)}
      >
        {isShown ? "Take back" : "Allow"}
      </Button>
    </li>
  );
}
