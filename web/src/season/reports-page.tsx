import type { ReportSession, User } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { countText, withUnit } from "../format/numbers";
import { clock, shortDay } from "../format/times";
import { useUser } from "../server/session";
import { useAddress } from "../ui/address";
import { Button } from "../ui/button";
import { Segments } from "../ui/choices";
import { DataTable, numberColumn } from "../ui/data-table";
import { Dialog } from "../ui/dialog";
import { Async, Loading } from "../ui/empty-state";
import { useTitle } from "../ui/title";
import { ConditionsPanel } from "./conditions-panel";
import { ExpectedLossPanel } from "./expected-loss-panel";
import { FilterBar } from "./filter-bar";
import { type Grouping, useGrouping } from "./grouping";
import { ImprovementPanel } from "./improvement-panel";
import { LeaderboardPanel, useOpenTracks } from "./leaderboard-panel";
import { NotOpen } from "./panel";
import type { GroupBy, LossBasis } from "./queries";
import { expectedLossOptions, sessionsOptions } from "./queries";
import { RegattaPanel } from "./regatta-panel";
import { basisOf, type DashboardFilter, groupByOf, type SessionSelection, selectedSessions } from "./report-filter";
import styles from "./reports-page.module.css";
import { RecordsPanel, StatsPanel } from "./stats-panel";
import { useFilter } from "./use-filter";

/** The figures of many sessions; the address has their filters. */
export function Page() {
  useTitle("Dashboard");
  const user = useUser();
  return user && <Reports user={user} />;
}

function Reports({ user }: { user: User }) {
  const [search, change] = useAddress();
  const { isOpen, ...filtering } = useFilter(user);
  return (
    <main className="shrinks">
      <h1 className="visually-hidden">Reports</h1>
      <FilterBar {...filtering} user={user} isOpen={isOpen === true} />
      {isOpen === null ? (
        <Loading what="the reports" heights={[720]} className={styles.coming} />
      ) : isOpen ? (
        <Panels
          filter={filtering.filter}
          basis={basisOf(search)}
          chosen={groupByOf(search)}
          onBasis={(basis) => change({ basis })}
          onGroupBy={(by) => change({ by })}
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

const BASES: readonly LossBasis[] = ["vmg", "speed"];

interface BasisBarProps {
  filter: DashboardFilter;
  /** Null: that of most losses. */
  basis: LossBasis | null;
  by: GroupBy | null;
  onChange: (basis: LossBasis) => void;
}

/** Which losses the four loss panels show, where there are both; they are never mixed. */
function BasisBar({ filter, basis, by, onChange }: BasisBarProps) {
  const tacks = useQuery(expectedLossOptions(filter, "T", basis, by)).data;
  const gybes = useQuery(expectedLossOptions(filter, "G", basis, by)).data;
  const known = BASES.filter((one) => [tacks, gybes].some((data) => data?.loss_bases.includes(one)));
  if (known.length < 2) return null;
  const shown = basis ?? tacks?.loss_basis ?? gybes?.loss_basis ?? "vmg";
  const isMixed = basis === null && tacks && gybes && tacks.loss_basis !== gybes.loss_basis;
  return (
    <div className={styles.bar}>
      <Segments<LossBasis>
        label="Losses shown"
        choices={known.map((value) => ({ value, label: `Loss ${LOSS_BASIS_TEXT[value]}` }))}
        value={shown}
        onChange={onChange}
      />
      <span className="small secondary">
        Some maneuvers began or ended on a reach, where only lost speed can be measured. The two are not averaged
        together.
        {isMixed && " Each panel shows the losses that most of its maneuvers have, until you choose."}
      </span>
    </div>
  );
}

/** What the panels group sessions by, where both are known. */
function GroupingBar({ grouping, onChange }: { grouping: Grouping; onChange: (by: GroupBy) => void }) {
  const { by, isWindMeasured, isBanded } = grouping;
  if (by === null || !isWindMeasured || !isBanded) return null;
  return (
    <div className={styles.bar}>
      <Segments<GroupBy>
        label="Sessions by"
        choices={[
          { value: "wind", label: "By measured wind" },
          { value: "speed", label: "By upwind speed" },
        ]}
        value={by}
        onChange={onChange}
      />
      <span className="small secondary">
        {by === "wind"
          ? "Sessions without a measured wind are counted by upwind speed alone."
          : "Each session is in a third of the boat's own mean upwind speed."}
      </span>
    </div>
  );
}

interface SessionsDialogProps {
  selection: SessionSelection;
  filter: DashboardFilter;
  onClose: () => void;
}

/** The sessions behind a figure, each with its part of it and a link to its report. */
function SessionsDialog({ selection, filter, onClose }: SessionsDialogProps) {
  const query = useQuery(sessionsOptions(filter));
  const sessions = query.data && selectedSessions(query.data, selection);
  const openTracks = useOpenTracks(filter);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      closable
      title={selection.title}
      description={sessions && countText(sessions.length, "session")}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" onClick={() => openTracks(filter.user)}>
            Show in Tracks
          </Button>
        </>
      }
    >
      <Async query={query} className="message" loading={<Loading what="the sessions" heights={[120]} />}>
        {() => sessions && <Sessions sessions={sessions} selection={selection} />}
      </Async>
    </Dialog>
  );
}

const UPWIND = numberColumn<ReportSession>(
  "upwind",
  "Mean upwind",
  ({ upwind_kn }) => upwind_kn,
  (speed_kn) => withUnit(speed_kn, 1, "kn"),
);

function Sessions({ sessions, selection }: { sessions: ReportSession[]; selection: SessionSelection }) {
  const { value, text, column, title, tab, withUpwind } = selection;
  const total = sessions.reduce((sum, one) => sum + value(one), 0);
  return (
    <DataTable<ReportSession>
      caption={`${title}, sessions`}
      columns={[
        {
          id: "start",
          title: "Session",
          value: (one) => one.start_time,
          cell: (one) => (
            <Link to={`/reports/${one.track_id}${tab ? `?tab=${tab}` : ""}`}>
              {shortDay(one.start_time, one.tz)}, {clock(one.start_time, one.tz)}
            </Link>
          ),
          foot: column === null ? undefined : "All",
        },
        { id: "place", title: "Location", value: (one) => one.location, cell: (one) => one.location ?? "" },
        { id: "class", title: "Boat class", value: (one) => one.boat_class, cell: (one) => one.boat_class },
        ...(withUpwind ? [UPWIND] : []),
        ...(column === null ? [] : [numberColumn("value", column, value, text, { foot: text(total) })]),
      ]}
      rows={sessions}
      rowId={(one) => String(one.track_id)}
    />
  );
}
