import { type FileAnalysis, sessionOfTargetWords } from "@leebow/core";
import { sentence } from "../../format/numbers";
import { Button } from "../../ui/button";
import { TargetMenu } from "../polar/target-menu";
import { WindByHand } from "../polar/target-note";
import type { ReportTarget } from "../polar/use-report-target";
import styles from "./debrief.module.css";

export type TargetedReport = Pick<FileAnalysis, "boat_class" | "sha256" | "wind">;

/** The session's straights in % of the target of its class, beside its other figures, and which target that is. */
export function DebriefTarget({ report, target }: { report: TargetedReport; target: ReportTarget }) {
  const { compared, session, failure, retry } = target;
  return (
    <div className={styles.target}>
      <div className={styles.said}>
        {session && <p>{sentence(sessionOfTargetWords(session))}</p>}
        {failure && (
          <p role="alert">
            % of target could not be read. {failure}{" "}
            <Button kind="quiet" onClick={retry}>
              Retry
            </Button>
          </p>
        )}
        {compared?.needs_wind && <WindByHand of={report.sha256} tws_kn={compared.tws_kn} />}
      </div>
      <TargetMenu boat_class={report.boat_class} />
    </div>
  );
}
