import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { Async } from "../../ui/empty-state";
import type { ReportTarget } from "../polar/use-report-target";
import type { IdentifiedManeuver } from "../report/rows";
import { DebriefTarget, type TargetedReport } from "./debrief-target";
import { DebriefComing, DebriefView } from "./debrief-view";
import { type DebriefPlace, evidenceAddress } from "./evidence";
import { debriefOptions } from "./queries";

interface StoredDebriefProps {
  track_id: number;
  analysis: TargetedReport & { maneuvers: readonly IdentifiedManeuver[] };
  target: ReportTarget;
  zone: string | null;
  onRows: DebriefPlace["onRows"];
}

/** The debrief of a track on the server. */
export function StoredDebrief({ track_id, analysis, zone, target, onRows }: StoredDebriefProps) {
  const { maneuvers, wind } = analysis;
  const navigate = useNavigate();
  const query = useQuery(debriefOptions(track_id, wind?.twd_deg ?? null));
  const mapAddress: DebriefPlace["mapAddress"] = (evidence) => evidenceAddress(track_id, evidence, maneuvers);
  const onMap: DebriefPlace["onMap"] = (evidence) => void navigate(evidenceAddress(track_id, evidence, maneuvers));
  return (
    <Async query={query} title="The debrief could not be made" loading={<DebriefComing />}>
      {(debrief) => (
        <DebriefView debrief={debrief} place={{ maneuvers, zone, mapAddress, onMap, onRows }}>
          <DebriefTarget report={analysis} target={target} />
        </DebriefView>
      )}
    </Async>
  );
}
