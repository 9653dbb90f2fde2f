import type { RaceConsent } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router-dom";
import { day, range } from "../format/times";
import { consentsOptions, useAnswerConsent } from "../race/consents";
import { whenText } from "../race/shared-boat-row";
import { notify } from "../server/notices";
import { fullName } from "../server/session";
import { StaticMap } from "../tracks/static-map";
import { Avatar } from "../ui/avatar";
import { Button } from "../ui/button";
import styles from "./consent-notices.module.css";

/** The questions whether a race may be shared with the own private track, above the own tracks until they are answered. */
export function ConsentNotices() {
  const { data } = useQuery({ ...consentsOptions(), meta: { silent: true } });
  const asked = data?.filter(({ state }) => state === "asked") ?? [];
  return asked.map((consent) => <ConsentNotice key={consent.race.id} consent={consent} />);
}

function ConsentNotice({ consent }: { consent: RaceConsent }) {
  const id = useId();
  const { race, asked_by, asked, start_time, end_time, tz } = consent;
  const { mutate, mutateAsync, isPending, variables } = useAnswerConsent(race.id);
  const first = asked_by?.first_name ?? "A sailor";
  const full = asked_by ? fullName(asked_by) : "A sailor";
  // The answer takes this question off the page, which would end the callbacks of `mutate`.
  const answer = (allow: boolean) =>
    !isPending &&
    mutateAsync(allow).then(
      () =>
        notify.success(
          allow ? `Your boat is in the link of ${race.name}.` : `Your boat is left out of the link of ${race.name}.`,
          { label: "Undo", run: () => mutate(null) },
        ),
      // Reported by the client of all queries.
      () => undefined,
    );
  return (
    <section className={`card ${styles.notice}`} aria-labelledby={id}>
      <StaticMap track={{ ...race, full_name: "" }} alt={`Map of ${race.name}`} to={null} className={styles.map} />
      <div className={styles.body}>
        <p className="small secondary row">
          <Avatar name={full} image={asked_by?.profile_img ?? null} size="small" />
          {full} asks{asked && ` ${whenText(asked)}`}
        </p>
        <h2 id={id}>{`${first} wants to share ${race.name} with your track`}</h2>
        <p className="secondary">
          {start_time && `${day(start_time, tz)}. `}Your track is private. If you allow it, anyone with the link sees
          your name, boat, path and speed{start_time && end_time && ` from ${range(start_time, end_time, tz)}`}. Your
          other tracks stay private.
        </p>
        <p className="small secondary">
          {`You can take it back at any time under My Account, Privacy. If you say Not now, your boat is left out and ${first} sees that.`}
        </p>
        <div className={styles.buttons}>
          <Button busy={isPending && variables === false} onClick={() => void answer(false)}>
            Not now
          </Button>
          <Button kind="primary" busy={isPending && variables === true} onClick={() => void answer(true)}>
            Allow
          </Button>
          <Link className={`small ${styles.look}`} to={`/races/${race.id}`}>
            Look at the race first
          </Link>
        </div>
      </div>
    </section>
  );
}
