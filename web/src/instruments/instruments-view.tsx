import {
  calibrationOf,
  type FileAnalysis,
  type InstrumentErrors,
  type TrackColumns,
  tooLittleText,
  withApplied,
} from "@leebow/core";
import { type ReactNode, useMemo } from "react";
import { EmptyState } from "../components/empty-state";
import type { CorrectionSource } from "../session/correction-source";
import { CalibrationCard } from "./calibration-card";
import styles from "./instruments-view.module.css";
import { SidesCard } from "./sides-card";
import { UsedCard } from "./used-card";
import { WhyCard } from "./why-card";

interface InstrumentsViewProps {
  report: FileAnalysis;
  columns: TrackColumns;
  source: CorrectionSource;
  isStored?: boolean;
  /** What applies the calibration to other logs. */
  earlier?: ReactNode;
}

/** By what the figures of a track are corrected. */
export const appliedIn = ({ corrections }: CorrectionSource): InstrumentErrors | null =>
  corrections.findLast(({ action }) => action === "calibrate")?.calibration ?? null;

/** Which instruments are used when, what they read too much or too little, and port against starboard. */
export function InstrumentsView({ report, columns, source, isStored = false, earlier }: InstrumentsViewProps) {
  const found = useMemo(() => calibrationOf(report, columns), [report, columns]);
  const { doubts = [] } = report;
  const applied = appliedIn(source);
  const calibration = found && withApplied(found, applied);
  if (!calibration && doubts.length === 0)
    return (
      <EmptyState title="No instruments in this recording">
        It holds positions only. Wind and turns come from the track. With a vane, log or compass in the file, their
        errors are measured here.
      </EmptyState>
    );
  const nothing = calibration && tooLittleText(calibration);
  return (
    <div className={styles.cards}>
      <UsedCard report={report} columns={columns} source={source} />
      {doubts.map((doubt) => (
        <WhyCard key={doubt.instrument} doubt={doubt} report={report} />
      ))}
      {nothing && (
        <section className={styles.card} aria-labelledby="instruments-little">
          <div className={styles.head}>
            <h2 id="instruments-little">Too little to say</h2>
          </div>
          <p className={styles.sentence}>{nothing}</p>
        </section>
      )}
      {calibration && !nothing && (
        <>
          <CalibrationCard {...{ calibration, applied, isStored, source, earlier }} />
          <SidesCard calibration={calibration} />
        </>
      )}
    </div>
  );
}
