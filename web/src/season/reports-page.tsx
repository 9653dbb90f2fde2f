import type { User } from "@leebow/api/contract";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { session } from "../server/session";
import { Loading } from "../ui/empty-state";
import { useTitle } from "../ui/title";
import { BasisBar, GroupingBar } from "./basis-bar";
import { ConditionsPanel } from "./conditions-panel";
import { ExpectedLossPanel } from "./expected-loss-panel";
import { FilterBar } from "./filter-bar";
import { useGrouping } from "./grouping";
import { ImprovementPanel } from "./improvement-panel";
import { LeaderboardPanel } from "./leaderboard-panel";
import { NotOpen } from "./panel";
import type { GroupBy, LossBasis } from "./queries";
import { RecordsPanel } from "./records-panel";
import { RegattaPanel } from "./regatta-panel";
import { basisOf, type DashboardFilter, groupByOf, type SessionSelection } from "./report-filter";
import styles from "./reports-page.module.css";
import { SessionsDialog } from "./sessions-dialog";
import { StatsPanel } from "./stats-panel";
import { useFilter } from "./use-filter";

/** The figures of many sessions; the address has their filters. */
export function Page() {
  useTitle("Dashboard");
  const user = useSnapshot(session).user as User | null;
  return user && <Reports user={user} />;
}

function Reports({ user }: { user: User }) {
  const [search, setSearch] = useSearchParams();
  const { isOpen, ...filtering } = useFilter(user);
  const setIn = (name: "basis" | "by", value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <main className={styles.main}>
      <h1 className="visually-hidden">Reports</h1>
      <FilterBar {...filtering} user={user} isOpen={isOpen === true} />
      {isOpen === null ? (
        <Loading what="the reports" heights={[720]} className={styles.coming} />
      ) : isOpen ? (
        <Panels
          filter={filtering.filter}
          basis={basisOf(search)}
          chosen={groupByOf(search)}
          onBasis={(basis) => setIn("basis", basis)}
          onGroupBy={(by) => setIn("by", by)}
        />
      ) : (
        <NotOpen onOwn={() => filtering.onChange({ user: null })} />
      )}
    </main>
  );
}

interface PanelsProps {
  filter: DashboardFilter;
  basis: LossBasis | null;
  chosen: GroupBy | null;
  onBasis: (basis: LossBasis) => void;
  onGroupBy: (by: GroupBy) => void;
}

function Panels({ filter, basis, chosen, onBasis, onGroupBy }: PanelsProps) {
  const [selection, setSelection] = useState<SessionSelection | null>(null);
  const grouping = useGrouping(filter, chosen);
  const losses = { filter, basis, grouping };
  return (
    <>
      <GroupingBar grouping={grouping} onChange={onGroupBy} />
      <BasisBar filter={filter} basis={basis} by={chosen} onChange={onBasis} />
      <div className={styles.panels}>
        <StatsPanel filter={filter} onOpen={setSelection} className={styles.stats} />
        <ConditionsPanel filter={filter} grouping={grouping} onOpen={setSelection} className={styles.conditions} />
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
