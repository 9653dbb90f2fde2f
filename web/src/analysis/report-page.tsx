import type { Track } from "@leebow/api/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet, Map as MapIcon } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { useCorrections, useWindChoice } from "../corrections/corrections";
import { day, span } from "../format/times";
import { ApiFailure, failureSentence } from "../server/failure";
import { notify } from "../server/notices";
import { useCurrent } from "../tracks/current-track";
import { downloadSpreadsheet } from "../tracks/downloads";
import { ResultsNotices } from "../tracks/results-notices";
import { StaticMap } from "../tracks/static-map";
import { reportOptions, type StoredReport } from "../tracks/track";
import { Button, ButtonLink } from "../ui/button";
import { classes } from "../ui/classes";
import { NotRead } from "../ui/empty-state";
import { lazyPanel, lazyQuiet } from "../ui/lazy-component";
import styles from "../ui/report-head.module.css";
import { ReportLoading } from "../ui/report-loading";
import { useTitle } from "../ui/title";
import { hasInstruments } from "./instruments/has-instruments";
import { isPassage } from "./passage/is-passage";
import { windByHand } from "./polar/local-targets";
import { useStoredTarget } from "./polar/use-report-target";
import { isReportTab, type ReportPlace, type ReportTab, tabOfKind } from "./report/report-place";
import { ReportView } from "./report/report-view";
import { factsOfTrack, type IdentifiedManeuver } from "./report/rows";

const PrivateTrack = lazyPanel(() => import("../people/admin/private-content").then((part) => part.PrivateTrack));
const StoredDebrief = lazyPanel(() => import("./debrief/stored-debrief").then((part) => part.StoredDebrief));
const StoredPassage = lazyPanel(() => import("./passage/stored-passage").then((part) => part.StoredPassage));
const StoredInstruments = lazyPanel(() =>
  import("./instruments/stored-instruments").then((part) => part.StoredInstruments),
);
const DoubtNotice = lazyQuiet(() => import("./instruments/doubt-notice").then((part) => part.DoubtNotice));
const FirstFinding = lazyQuiet(() => import("./debrief/first-finding").then((part) => part.FirstFinding));

/** The full report of a track on the server. */
export function Page() {
  const id = Number(useParams().track_id);
  const { report, failure, isReasonRequired, retry } = useReport(id);
  useTitle(report ? `Report of track ${id}` : "Report");
  if (isReasonRequired)
    return (
      <main>
        <PrivateTrack id={id} />
      </main>
    );
  if (failure)
    return (
      <main>
        <NotRead title="This report could not be read" sentence={failure} onRetry={retry}>
          <ButtonLink to="/home">Back to the tracks</ButtonLink>
        </NotRead>
      </main>
    );
  if (!report) return <ReportLoading what="the report" heights={[140, 220]} />;
  return (
    <main className="stack shrinks">
      <Head track={report.track} sha256={report.analysis.sha256} />
      <ResultsNotices track={report.track} />
      <StoredReportView report={report} />
    </main>
  );
}

/** Its corrections are asked for only where an instrument is in doubt. */
function Doubts({ track, analysis, onWhy }: StoredReport & { onWhy: () => void }) {
  return <DoubtNotice report={analysis} source={useCorrections(track)} onWhy={onWhy} />;
}

function StoredReportView({ report: { track, analysis } }: { report: StoredReport }) {
  const windChoice = useWindChoice(track);
  const facts = factsOfTrack(track);
  const place = usePlace(track.id, analysis.maneuvers);
  const target = useStoredTarget(track.id, analysis);
  const debrief = (
    <StoredDebrief track_id={track.id} analysis={analysis} zone={track.tz} target={target} onRows={place.onRows} />
  );
  return (
    <>
      {analysis.doubts?.some(({ used }) => !used) && (
        <Doubts track={track} analysis={analysis} onWhy={() => place.onTab("instruments")} />
      )}
      <ReportView
        key={track.id}
        analysis={analysis}
        facts={facts}
        windChoice={windChoice}
        target={target}
        debrief={debrief}
        passage={isPassage(analysis) ? <StoredPassage track_id={track.id} report={analysis} /> : undefined}
        instruments={hasInstruments(analysis) ? <StoredInstruments track={track} report={analysis} /> : undefined}
        finding={<FirstFinding track_id={track.id} wind={analysis.wind} onDebrief={() => place.onTab("debrief")} />}
        place={place}
      />
    </>
  );
}

/**
 * Tab and rows of the address, `?tab=tacking&row=12` or `?tab=tacking&rows=12,15`; a row without a tab opens the tab of its
 * kind. Each tab is a step of the history.
 */
function usePlace(id: number, maneuvers: readonly IdentifiedManeuver[]): ReportPlace {
  const [search, setSearch] = useSearchParams();
  const row = search.get("row");
  const named = search.get("tab");
  const kind = maneuvers.find((one) => String(one.id) === row)?.kind;
  const tab = isReportTab(named) ? named : ((kind && tabOfKind(kind)) ?? "summary");
  const mapAt = useCallback((maneuver: string) => `/tracks/${id}?maneuver=${maneuver}`, [id]);
  // Focus and click choose a tab twice before the address has changed: that is one step.
  const asked = useRef(tab);
  useEffect(() => {
    asked.current = tab;
  }, [tab]);
  const onTab = (next: ReportTab) => {
    if (next === asked.current) return;
    asked.current = next;
    setSearch(next === "summary" ? {} : { tab: next }, { preventScrollReset: true });
  };
  const rows = search.get("rows");
  const ticked = useMemo(() => rows?.split(",") ?? null, [rows]);
  const onRows = (next: ReportTab, ids: readonly string[]) => {
    asked.current = next;
    setSearch({ tab: next, rows: ids.join(",") });
  };
  return { tab, row, ticked, mapAt, onTab, onRows };
}

/** The report; a track that is still being processed leads back to the list. */
function useReport(id: number) {
  const navigate = useNavigate();
  const { data: report, error, refetch } = useQuery(reportOptions(useQueryClient(), id));
  useCurrent("track", report?.track);
  useEffect(() => {
    if (report === null) {
      notify.info("Track is pending now, try again in a few seconds");
      // In place of this page, which would lead here again when one goes back.
      void navigate("/home", { replace: true });
    }
  }, [report, navigate]);
  return {
    report,
    failure: error && failureSentence(error),
    /** Of an administrator, for a private track. */
    isReasonRequired: error instanceof ApiFailure && error.status === 409,
    retry: () => void refetch(),
  };
}

function Head({ track, sha256 }: { track: Track; sha256: string }) {
  const facts = [`Track ${track.id}`, track.location, track.boat_name, span(track.start_time, track.end_time, track.tz)]
    .filter(Boolean)
    .join(". ");
  return (
    <div className={styles.head}>
      <StaticMap track={track} to={`/tracks/${track.id}`} className={classes("only-wide", styles.map)} />
      <div className="grow">
        <h1 className="title">
          {track.full_name}, {day(track.start_time, track.tz)}
        </h1>
        <p className="small secondary">{facts}.</p>
      </div>
      <ButtonLink to={`/tracks/${track.id}`} icon={MapIcon} aria-label="Show on map" className="no-print">
        <span className="only-wide">Show on map</span>
      </ButtonLink>
      <Button
        icon={FileSpreadsheet}
        aria-label="Spreadsheet Report"
        className="no-print"
        onClick={() => void downloadSpreadsheet(track, windByHand.tws_kn[sha256] ?? null)}
      >
        <span className="only-wide">Spreadsheet Report</span>
      </Button>
    </div>
  );
}
