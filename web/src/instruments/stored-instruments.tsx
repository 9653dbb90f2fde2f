import type { Track } from "@leebow/api/contract";
import type { FileAnalysis } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { failureSentence } from "../api/failure";
import { NotRead } from "../components/not-read";
import { Skeleton } from "../components/skeleton";
import { useCorrections } from "../queries/corrections";
import { chartColumnsOptions } from "../queries/straights";
import { EarlierLogs } from "./earlier-logs";
import { appliedIn, InstrumentsView } from "./instruments-view";

/** The instruments of a track on the server. */
export function StoredInstruments({ track, report }: { track: Track; report: FileAnalysis }) {
  const { data, error, refetch } = useQuery(chartColumnsOptions(track.id));
  // Another analysis has other columns.
  const analysed = useRef(report);
  useEffect(() => {
    if (analysed.current === report) return;
    analysed.current = report;
    void refetch();
  }, [report, refetch]);
  const source = useCorrections(track);
  if (error)
    return (
      <NotRead
        title="The instruments could not be read"
        sentence={failureSentence(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div role="status" aria-label="Loading the instruments">
        <Skeleton height={180} />
        <Skeleton height={260} style={{ marginTop: 12 }} />
      </div>
    );
  const applied = appliedIn(source);
  const earlier = applied && source.edit && <EarlierLogs track_id={track.id} applied={applied} />;
  return <InstrumentsView report={report} columns={data} source={source} isStored earlier={earlier} />;
}
