import type { ReportSession } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { countText, withUnit } from "../format/numbers";
import { clock, shortDay } from "../format/times";
import { Button } from "../ui/button";
import { DataTable, numberColumn } from "../ui/data-table";
import { Dialog } from "../ui/dialog";
import { Async, Loading } from "../ui/empty-state";
import { useOpenTracks } from "./leaderboard-panel";
import { sessionsOptions } from "./queries";
import { type DashboardFilter, type SessionSelection, selectedSessions } from "./report-filter";
import styles from "./sessions-dialog.module.css";

interface SessionsDialogProps {
  selection: SessionSelection;
  filter: DashboardFilter;
  onClose: () => void;
}

/** The sessions behind a figure, each with its part of it and a link to its report. */
export function SessionsDialog({ selection, filter, onClose }: SessionsDialogProps) {
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
      <Async query={query} className={styles.message} loading={<Loading what="the sessions" heights={[120]} />}>
        {() => sessions && <Sessions sessions={sessions} selection={selection} />}
      </Async>
    </Dialog>
  );
}

const UPWIND = numberColumn<ReportSession>(
  "upwind",
  "Mean upwind",
  ({ upwind_kn }) => upwind_kn,
  ({ upwind_kn }) => withUnit(upwind_kn, 1, "kn"),
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
        ...(column === null
          ? []
          : [numberColumn("value", column, value, (one) => text(value(one)), { foot: text(total) })]),
      ]}
      rows={sessions}
      rowId={(one) => String(one.track_id)}
      rowName={(one) => shortDay(one.start_time, one.tz)}
    />
  );
}
