import type { Team } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Link } from "react-router-dom";
import { wordFor } from "../../format/numbers";
import { fullName, useUser } from "../../server/session";
import { Button } from "../../ui/button";
import { Async, Loading, Skeleton } from "../../ui/empty-state";
import { lazyClosable } from "../../ui/lazy-component";
import { Table } from "../../ui/table";
import { useTitle } from "../../ui/title";
import { ConfirmAddress } from "../account/confirm-address";
import styles from "./page.module.css";
import { teamsOptions } from "./queries";
import { TeamLogo } from "./team-logo";

const CreateTeam = lazyClosable(async () => (await import("./team-form")).CreateTeam);

/** The teams of the user; a user who may create teams has a button for it. */
export function Page() {
  useTitle("Teams");
  const query = useQuery(teamsOptions());
  return (
    <main className="page">
      <h1 className="title">Teams</h1>
      <ConfirmAddress />
      <div className={styles.columns}>
        <section className={`card ${styles.card}`} aria-labelledby="my-teams">
          <h2 id="my-teams">My Teams</h2>
          <Async query={query} title="Your teams could not be read" loading={<LoadingTeams />}>
            {(teams) => (teams.length === 0 ? <NoTeams /> : <TeamTable teams={teams} />)}
          </Async>
        </section>
        <ManageTeams />
      </div>
    </main>
  );
}

const TeamTable = ({ teams }: { teams: readonly Team[] }) => (
  <Table
    className={styles.table}
    caption="My Teams"
    isPlain
    heads={["Name", "Coaches", "Athletes"]}
    columnClasses={[undefined, styles.coaches, styles.count]}
    rows={teams.map(({ id, name, logo, athletes, coaches }) => [
      <Link key="name" to={`/teams/${id}`} className={styles.name} title={name}>
        <TeamLogo logo={logo} />
        <span className="two-lines">{name}</span>
      </Link>,
      coaches.map(fullName).join(", "),
      <Fragment key="athletes">
        {athletes.length}
        <span className="only-phone">{wordFor(athletes.length, " athlete")}</span>
      </Fragment>,
    ])}
  />
);

const NoTeams = () => (
  <div className={styles.none}>
    <p>You aren't a member of any teams. You can create a new team with the form on the right.</p>
    <p className="small secondary">A coach can also add you to a team, by the email address of your account.</p>
  </div>
);

/** Creates teams; without the feature it says where that comes from. */
function ManageTeams() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`card ${styles.card} ${styles.manage}`} aria-labelledby="manage-teams">
      {user?.can.create_team ? (
        <>
          <h2 id="manage-teams">Manage Teams</h2>
          <p className="small secondary">You become the coach of a team that you create, and add its athletes.</p>
          <Button kind="primary" wide onClick={() => setOpen(true)}>
            + New Team
          </Button>
        </>
      ) : (
        <>
          <h2 id="manage-teams">Create a team</h2>
          <p className="small secondary">
            {user?.enabled_features.includes("coach_tools") ? (
              "To create teams, confirm your address first."
            ) : (
              <>
                To create teams you need Coach Tools. <Link to="/account/plan">See the plans</Link>
              </>
            )}
          </p>
        </>
      )}
      {isOpen && <CreateTeam onClose={() => setOpen(false)} />}
    </section>
  );
}

const LoadingTeams = () => (
  <Loading what="your teams" className={styles.loading}>
    {[0, 1, 2].map((at) => (
      <div key={at} className="row">
        <Skeleton width={32} height={32} />
        <Skeleton width="34%" height={14} />
      </div>
    ))}
  </Loading>
);
