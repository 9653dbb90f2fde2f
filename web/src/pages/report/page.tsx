import type { Track } from "@leebow/api/contract";
import type { FileAnalysis } from "@leebow/core";
import { Map as MapIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { ApiFailure, NO_ANSWER } from "../../api/failure";
import { fetchAnalysis, fetchTrack } from "../../api/tracks";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Skeleton } from "../../components/skeleton";
import { day, span } from "../../format/times";
import { factsOfTrack } from "../../report/facts";
import { ReportView } from "../../report/report-view";
import { clearCurrentTrack, setCurrentTrack } from "../../stores/current-track";
import { notify } from "../../stores/notices";
import { isWorking } from "../../stores/tracks";
import { StaticMap } from "../../tracks/static-map";
import styles from "./page.module.css";

interface Report {
  track: Track;
  analysis: FileAnalysis;
}

/** The full report of a track on the server. */
export function Page() {
  const id = Number(useParams().track_id);
  const { report, failure, again } = useReport(id);
  useTitle(report ? `Report of track ${id}` : "Report");
  if (failure)
    return (
      <main>
        <EmptyState title="This report could not be read" action={<Button onClick={again}>Try again</Button>}>
          {failure}
        </EmptyState>
      </main>
    );
  if (!report) return <Coming />;
  return (
    <main className={styles.main}>
      <Head track={report.track} />
      <ReportView analysis={report.analysis} facts={factsOfTrack(report.track)} />
    </main>
  );
}

/** The track is fetched on entry and forgotten on leave. */
function useReport(id: number) {
  const navigate = useNavigate();
  const [report, setReport] = useState<Report | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setReport(null);
    setFailure(null);
    fetchReport(id, leaving.signal).then(
      (fetched) => {
        if (leaving.signal.aborted) return;
        if (fetched) {
          setCurrentTrack(fetched.track);
          setReport(fetched);
        } else {
          notify.info("Track is pending now, try again in a few seconds");
          void navigate("/home");
        }
      },
      (cause: unknown) =>
        !leaving.signal.aborted && setFailure(cause instanceof ApiFailure ? cause.sentences.join(" ") : NO_ANSWER),
    );
    return () => {
      leaving.abort();
      clearCurrentTrack();
    };
  }, [id, turn, navigate]);
  return { report, failure, again: () => setTurn(turn + 1) };
}

/** Null while the server is still working on it. */
async function fetchReport(id: number, signal: AbortSignal): Promise<Report | null> {
  const track = await fetchTrack(id, signal);
  if (!track.id || isWorking(track)) return null;
  if (track.processing_status === 2)
    throw new ApiFailure(0, track.error ?? "There was an error processing this track.");
  const [analysis] = (await fetchAnalysis(id, signal)).files;
  if (!analysis) throw new ApiFailure(0, "The analysis of this track holds no file.");
  return { track, analysis };
}

function Head({ track }: { track: Track }) {
  const facts = [`Track ${track.id}`, track.location, track.boat_name, span(track.start_time, track.end_time, track.tz)]
    .filter(Boolean)
    .join(". ");
  return (
    <div className={styles.head}>
      <StaticMap track={track} to={`/tracks/${track.id}`} className={styles.map} />
      <div className="grow">
        <h1 className="title">
          {track.full_name}, {day(track.start_time, track.tz)}
        </h1>
        <p className="small secondary">{facts}.</p>
      </div>
      <ButtonLink to={`/tracks/${track.id}`} icon={MapIcon} aria-label="Show on map">
        <span className="only-wide">Show on map</span>
      </ButtonLink>
    </div>
  );
}

function Coming() {
  return (
    <main className={styles.main} role="status" aria-label="Loading the report">
      <div className={styles.head}>
        <Skeleton width={116} height={64} />
        <div className="grow">
          <Skeleton width={280} height={20} />
          <Skeleton width={360} style={{ marginTop: 10 }} />
        </div>
      </div>
      <div className={styles.coming}>
        {[0, 1].map((at) => (
          <Skeleton key={at} height={at === 0 ? 140 : 220} />
        ))}
      </div>
    </main>
  );
}
