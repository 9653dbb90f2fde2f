import type { StraightAnalysis, Track } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Map as MapIcon } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router-dom";
import { failureSentence } from "../../api/failure";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { DataTable } from "../../components/data-table";
import { EmptyState } from "../../components/empty-state";
import { Spinner } from "../../components/spinner";
import { fixed } from "../../format/numbers";
import { clock, day, zoneName } from "../../format/times";
import { straightAnalysisOptions } from "../../queries/straights";
import { clearCurrentTrack, setCurrentTrack } from "../../stores/current-track";
import { columnsOf, minutesText, type StraightRow } from "./columns";
import styles from "./page.module.css";

/** The analysis of straights of one track: what was chosen, and the table of their values. */
export function Page() {
  const id = Number(useParams().analysis_id);
  const { data, error, refetch } = useQuery(straightAnalysisOptions(id));
  useTitle(data ? titleOf(data.analysis) : "Straight Line Analysis Report");
  useEffect(() => {
    if (data) setCurrentTrack(data.track);
    return clearCurrentTrack;
  }, [data]);
  if (error)
    return (
      <main>
        <EmptyState
          title="This analysis could not be read"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {failureSentence(error)}
        </EmptyState>
      </main>
    );
  if (!data)
    return (
      <main className={styles.waiting} role="status">
        <Spinner size={20} label="Loading the analysis" />
      </main>
    );
  return <Analysis {...data} />;
}

const titleOf = ({ name }: StraightAnalysis): string => (name ? `Report: ${name}` : "Straight Line Analysis Report");

function Analysis({ analysis, track }: { analysis: StraightAnalysis; track: Track }) {
  const rows = useMemo(
    () => Object.entries(analysis.segments).map(([name, segment]): StraightRow => ({ name, ...segment })),
    [analysis],
  );
  const columns = useMemo(() => columnsOf(rows, track.tz), [rows, track.tz]);
  const lost = rows.filter(({ present }) => !present).length;
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          <h1 className="title">{titleOf(analysis)}</h1>
          <Facts track={track} rows={rows} />
        </div>
        <ButtonLink to={`/tracks/${track.id}`} icon={MapIcon} aria-label="Show on map">
          <span className="only-wide">Show on map</span>
        </ButtonLink>
      </header>
      <div className={styles.card}>
        <h2>Track Data</h2>
        {lost > 0 && (
          <p className="small secondary">
            {lost === 1 ? "One straight is" : `${lost} straights are`} no longer found in the track; its former times
            are analysed.
          </p>
        )}
        <DataTable
          caption="Track Data"
          columns={columns}
          rows={rows}
          rowId={({ id }) => String(id)}
          rowName={({ name }) => name}
        />
      </div>
    </main>
  );
}

function Facts({ track, rows }: { track: Track; rows: readonly StraightRow[] }) {
  const seconds = rows.reduce((sum, { duration_s }) => sum + duration_s, 0);
  const facts: [string, string][] = [
    ["Track", String(track.id)],
    ["Sailor", track.full_name],
    ["Start", `${day(track.start_time, track.tz)}, ${clock(track.start_time, track.tz)}, ${zoneName(track.tz)}`],
    ["Location", track.location ?? "Not known"],
    ["Duration", `${minutesText(seconds)} min`],
    ["Average wind speed", windText(rows)],
    ["Straights", `${rows.length} of ${track.metric?.straights ?? rows.length}`],
    ["Selected segments", rows.map(({ name }) => name).join(", ")],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Mean measured wind speed, weighted by duration. */
function windText(rows: readonly StraightRow[]): string {
  const measured = rows.filter(({ avgs }) => avgs.tws);
  const seconds = measured.reduce((sum, { duration_s }) => sum + duration_s, 0);
  if (seconds === 0) return "Not measured";
  return `${fixed(measured.reduce((sum, { avgs, duration_s }) => sum + avgs.tws! * duration_s, 0) / seconds, 1)} kts`;
}
