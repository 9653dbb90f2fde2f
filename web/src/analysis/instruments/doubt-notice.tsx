import type { FileAnalysis } from "@leebow/core";
import { TriangleAlert } from "lucide-react";
import { correct } from "../../corrections/correct";
import type { CorrectionSource } from "../../session/correction-source";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/empty-state";
import { doubtText } from "./doubt-words";

interface DoubtNoticeProps {
  report: FileAnalysis;
  source: CorrectionSource;
  /** Opens what shows it. */
  onWhy: () => void;
}

/** The first instrument that is not used and from when, how many more there are, and a press that uses it all the same. */
export function DoubtNotice({ report, source, onWhy }: DoubtNoticeProps) {
  const doubts = report.doubts?.filter(({ used }) => !used) ?? [];
  const [first] = doubts;
  if (!first) return null;
  const { instrument } = first;
  const more = doubts.length - 1;
  return (
    <Notice
      warn
      icon={TriangleAlert}
      action={
        <span className="wrap gap-8">
          <Button onClick={onWhy}>Why</Button>
          {source.edit && (
            <Button
              busy={source.busy}
              onClick={() => void correct(source, { action: "trust_instruments", instrument }, report.time_zone)}
            >
              Use it all the same
            </Button>
          )}
        </span>
      }
    >
      {doubtText(first, report)}
      {more > 0 && ` ${more} more ${more === 1 ? "instrument is" : "instruments are"} not used at some time.`}
    </Notice>
  );
}
