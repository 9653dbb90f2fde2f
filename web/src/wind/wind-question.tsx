import type { FileAnalysis } from "@leebow/core";
import { Wind } from "lucide-react";
import { Button } from "../components/button";
import { Notice } from "../components/notice";
import { BUTTONS, type FittingWind, type WindChoice, windLabel, windQuestion } from "./wind-choice";
import { WindHint } from "./wind-hint";
import styles from "./wind-question.module.css";

interface WindQuestionProps {
  analysis: Pick<FileAnalysis, "wind" | "wind_candidates">;
  /** Null for a viewer who may not change the track. */
  choice: WindChoice | null;
}

/**
 * Where the wind is not known, the winds that fit the track, each chosen by one button; where the track contradicts the
 * wind given, the track's own. Empty otherwise.
 */
export function WindQuestion({ analysis: { wind, wind_candidates }, choice }: WindQuestionProps) {
  const question = windQuestion(wind !== null, wind_candidates, wind?.track_estimate ?? null);
  if (question === null || (choice === null && wind_candidates.length === 0)) return null;
  const offered =
    wind === null ? wind_candidates.slice(0, BUTTONS) : [wind.track_estimate].filter((one) => one !== null);
  if (choice === null) return <Notice icon={Wind}>{`${question} ${offered.map(windLabel).join(", ")}.`}</Notice>;
  return (
    <Notice
      icon={Wind}
      action={
        <span className={styles.actions}>
          <WindButtons winds={offered} choice={choice} />
          {wind === null && choice.hint_deg === null && <WindHint choice={choice} />}
        </span>
      }
    >
      {question}
    </Notice>
  );
}

/** A button for each wind, which then is the user's. */
export function WindButtons({ winds, choice }: { winds: readonly FittingWind[]; choice: WindChoice }) {
  return winds.map((wind) => (
    <Button
      key={wind.twd_deg}
      busy={choice.busy}
      title="Takes this wind; it can be taken back"
      onClick={() => choice.onChange(Math.round(wind.twd_deg) % 360)}
    >
      {windLabel(wind)}
    </Button>
  ));
}
