import type { FileAnalysis } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { Async, Loading } from "../../ui/empty-state";
import { chartColumnsOptions } from "../straights/queries";
import { PassageView } from "./passage-view";

/** The passage of a track on the server. */
export function StoredPassage({ track_id, report }: { track_id: number; report: FileAnalysis }) {
  return (
    <Async
      query={useQuery(chartColumnsOptions(track_id))}
      title="The passage could not be read"
      loading={<Loading what="the passage" heights={[88, 420]} />}
    >
      {(columns) => <PassageView report={report} columns={columns} />}
    </Async>
  );
}
