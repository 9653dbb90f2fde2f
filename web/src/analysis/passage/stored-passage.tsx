import type { FileAnalysis } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { failureSentence } from "../../server/failure";
import { NotRead, Skeleton } from "../../ui/empty-state";
import { chartColumnsOptions } from "../straights/queries";
import { PassageView } from "./passage-view";

/** The passage of a track on the server. */
export function StoredPassage({ track_id, report }: { track_id: number; report: FileAnalysis }) {
  const { data, error, refetch } = useQuery(chartColumnsOptions(track_id));
  if (error)
    return (
      <NotRead title="The passage could not be read" sentence={failureSentence(error)} onRetry={() => refetch()} />
    );
  if (!data)
    return (
      <div role="status" aria-label="Loading the passage">
        <Skeleton height={88} />
        <Skeleton height={420} style={{ marginTop: 12 }} />
      </div>
    );
  return <PassageView report={report} columns={data} />;
}
