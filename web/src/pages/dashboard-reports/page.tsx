import type { User } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { LossBasis } from "../../api/reports";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { useTitle } from "../../components/title";
import { BasisBar } from "../../dashboard/basis-bar";
import { ConditionsPanel } from "../../dashboard/conditions-panel";
import { ExpectedLossPanel } from "../../dashboard/expected-loss-panel";
import { FilterBar } from "../../dashboard/filter-bar";
import { ImprovementPanel } from "../../dashboard/improvement-panel";
import { LeaderboardPanel } from "../../dashboard/leaderboard-panel";
import { canViewAs, type Sailor, sailorsOf } from "../../dashboard/people";
import { RecordsPanel } from "../../dashboard/records-panel";
import { RegattaPanel } from "../../dashboard/regatta-panel";
import { basisOf, type DashboardFilter, filterOf, withFilter } from "../../dashboard/report-filter";
import type { SessionSelection } from "../../dashboard/sessions";
import { SessionsDialog } from "../../dashboard/sessions-dialog";
import { StatsPanel } from "../../dashboard/stats-panel";
import { dayKey } from "../../format/times";
import { teamsOptions } from "../../queries/teams";
import { session } from "../../stores/session";
import styles from "./page.module.css";

/** The figures of many sessions; the address has their filters. */
export function Page() {
  useTitle("Dashboard");
  const user = useSnapshot(session).user as User | null;
  return user && <Reports user={user} />;
}

function Reports({ user }: { user: User }) {
  const [search, setSearch] = useSearchParams();
  const today = dayKey(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const filter = filterOf(search, today);
  const people = usePeople(user);
  const isOpen = mayView(user, filter.user, people);
  const setBasis = (basis: LossBasis) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set("basis", basis);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <main className={styles.main}>
      <h1 className="visually-hidden">Reports</h1>
      <FilterBar
        filter={filter}
        today={today}
        user={user}
        sailors={people.sailors}
        isOpen={isOpen}
        onChange={(change) => setSearch(withFilter(search, change), { preventScrollReset: true })}
      />
      {isOpen ? (
        <Panels filter={filter} basis={basisOf(search)} onBasis={setBasis} />
      ) : (
        <EmptyState
          title="These reports are not open to you"
          action={<Button onClick={() => setSearch(withFilter(search, { user: null }))}>Show your own reports</Button>}
        >
          These numbers are for their owner, for coaches of the owner's teams, and for administrators.
        </EmptyState>
      )}
    </main>
  );
}

interface People {
  sailors: readonly Sailor[];
  /** Whether the members of the teams are known. */
  isKnown: boolean;
}

function usePeople(user: User): People {
  const teams = useQuery({ ...teamsOptions(), enabled: canViewAs(user) });
  return { sailors: sailorsOf(user, teams.data ?? []), isKnown: teams.data !== undefined };
}

/** Whether the server will answer; it decides where the teams are not known. */
function mayView(user: User, person: number | null, { sailors, isKnown }: People): boolean {
  if (person === null || person === user.id || user.role === 1) return true;
  if (!canViewAs(user)) return false;
  return !isKnown || sailors.some(({ id }) => id === person);
}

interface PanelsProps {
  filter: DashboardFilter;
  basis: LossBasis | null;
  onBasis: (basis: LossBasis) => void;
}

function Panels({ filter, basis, onBasis }: PanelsProps) {
  const [selection, setSelection] = useState<SessionSelection | null>(null);
  const losses = { filter, basis };
  return (
    <>
      <BasisBar filter={filter} basis={basis} onChange={onBasis} />
      <div className={styles.panels}>
        <StatsPanel filter={filter} onOpen={setSelection} className={styles.stats} />
        <ConditionsPanel filter={filter} onOpen={setSelection} className={styles.conditions} />
        <ImprovementPanel {...losses} tag="T" onOpen={setSelection} className={styles.third} />
        <ImprovementPanel {...losses} tag="G" onOpen={setSelection} className={styles.third} />
        <ExpectedLossPanel {...losses} tag="T" className={styles.quarter} />
        <ExpectedLossPanel {...losses} tag="G" className={styles.quarter} />
        <RegattaPanel filter={filter} className={styles.quarter} />
        <RecordsPanel filter={filter} className={styles.quarter} />
        <LeaderboardPanel filter={filter} className={styles.leaderboard} />
      </div>
      {selection && <SessionsDialog selection={selection} filter={filter} onClose={() => setSelection(null)} />}
    </>
  );
}
