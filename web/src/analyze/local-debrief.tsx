import type { FileAnalysis } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useSnapshot } from "valtio";
import { DebriefTarget } from "../analysis/debrief/debrief-target";
import { DebriefComing, DebriefView } from "../analysis/debrief/debrief-view";
import type { DebriefPlace } from "../analysis/debrief/evidence";
import type { ReportTarget } from "../analysis/polar/use-report-target";
import { numberOf, sessionToDebrief } from "../engine/among";
import { debriefSession } from "../engine/engine";
import { Async } from "../ui/empty-state";
import { analyzeStore, countsBeside } from "./analyze-store";

interface LocalDebriefProps extends Pick<DebriefPlace, "onMap" | "onRows"> {
  /** Number of the file. */
  id: number;
  report: FileAnalysis;
  target: ReportTarget;
}

/** The debrief of a file that is open, among all others that could be read. */
export function LocalDebrief({ id, report, target, onMap, onRows }: LocalDebriefProps) {
  const { files } = useSnapshot(analyzeStore);
  const read = files
    .filter(countsBeside(id, files))
    .flatMap(({ id: file, data }) => (data ? [{ id: file, data }] : []));
  const query = useQuery({
    // Another analysis of a file is another object.
    queryKey: ["analyze", "debrief", id, read.map((one) => [one.id, numberOf(one.data)])],
    queryFn: () => {
      const beside = analyzeStore.files.filter(countsBeside(id, analyzeStore.files));
      const sessions = beside.flatMap(({ id: file, data: found }) =>
        found ? [{ id: file, ...sessionToDebrief(file, found) }] : [],
      );
      return debriefSession(
        sessions.find((one) => one.id === id)!,
        sessions.filter((one) => one.id !== id),
      );
    },
    gcTime: 0,
  });
  const { maneuvers, time_zone } = report;
  return (
    <Async query={query} title="The debrief could not be made" loading={<DebriefComing />}>
      {(debrief) => (
        <DebriefView debrief={debrief} place={{ maneuvers, zone: time_zone, onMap, onRows }}>
          <DebriefTarget report={report} target={target} />
        </DebriefView>
      )}
    </Async>
  );
}
