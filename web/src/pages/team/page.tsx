import type { Team } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { failureSentence } from "../../api/failure";
import { ButtonLink } from "../../components/button";
import { lazyClosable } from "../../components/lazy-component";
import { NotRead } from "../../components/not-read";
import { Skeleton } from "../../components/skeleton";
import { useTitle } from "../../components/title";
import { teamOptions } from "../../queries/teams";
import { MemberCard } from "./member-card";
import styles from "./page.module.css";
import type { TeamDialog } from "./team-dialog";
import { TeamHead } from "./team-head";
import { VisibilityLine } from "./visibility-line";

const TeamDialogs = lazyClosable(async () => (await import("./team-dialogs")).TeamDialogs);

/** One team: its coaches and athletes, and what the user may do with it. */
export function Page() {
  const id = Number(useParams().team_id);
  const { data, error, refetch } = useQuery(teamOptions(id));
  useTitle(data?.name ?? "Team");
  if (error && !data)
    return (
      <main className={styles.main}>
        <h1 className="visually-hidden">Team</h1>
        <NotRead title="This team could not be shown" sentence={failureSentence(error)} onRetry={refetch}>
          <ButtonLink to="/teams">Your teams</ButtonLink>
        </NotRead>
      </main>
    );
  return <main className={styles.main}>{data ? <TeamView key={data.id} team={data} /> : <Loading />}</main>;
}

function TeamView({ team }: { team: Team }) {
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  return (
    <>
      <TeamHead team={team} onOpen={setDialog} />
      <VisibilityLine team={team} onChange={() => setDialog({ kind: "permissions" })} />
      <MemberCard team={team} as="COACH" onOpen={setDialog} />
      <MemberCard team={team} as="ATHLETE" onOpen={setDialog} />
      {dialog && <TeamDialogs team={team} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

const Loading = () => (
  <div className={styles.loading} role="status" aria-label="Loading the team">
    <h1 className="visually-hidden">Team</h1>
    <div className="row">
      <Skeleton width={56} height={56} />
      <Skeleton width={220} height={20} />
    </div>
    <Skeleton height={140} />
    <Skeleton height={240} />
  </div>
);
