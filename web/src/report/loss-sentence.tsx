import type { Regression } from "@leebow/core";
import { Button } from "../components/button";
import { wordFor } from "../format/counts";
import styles from "./loss-card.module.css";
import type { PanelNames } from "./panel-names";
import type { ManeuverRow, XMetric } from "./rows";
import type { Selection } from "./selection";
import { missingText, sentencesOf } from "./sentence";

interface LossSentenceProps {
  selection: Selection;
  /** The selected rows whose loss has the basis shown, or no loss. */
  points: readonly ManeuverRow[];
  metric: XMetric;
  line: Regression | null;
  words: PanelNames;
}

/**
 * What the regression says. Of too few maneuvers it says how many are missing, unless the user selected them: then the
 * specification's sentence holds, with 0.00 % where a value is missing.
 */
export function LossSentence({ selection, points, metric, line, words }: LossSentenceProps) {
  const plural = words.plural.toLowerCase();
  const lacking = points.filter((row) => row.loss_m === null || row[metric.id] === null);
  const missing = selection.isByHand ? null : missingText(metric.label, plural, points.length - lacking.length);
  if (missing !== null) return <p className={styles.sentence}>{missing}</p>;
  if (!line) return null;
  const sentences = sentencesOf(metric.label, plural, line, points.length);
  const leaveOut = () => {
    const out = new Set(lacking.map(({ id }) => id));
    selection.choose(new Set([...selection.chosen].filter((id) => !out.has(id))));
  };
  return (
    <div className={styles.sentence} aria-live="polite">
      <p>
        <b>{sentences.explains}</b> {sentences.direction}
      </p>
      {sentences.few && <p className={styles.few}>{sentences.few}</p>}
      {lacking.length > 0 && <Lacking count={lacking.length} metric={metric.label} onLeaveOut={leaveOut} />}
    </div>
  );
}

/** R² is 0 while a selected row lacks a value: says how many do and offers to deselect them. */
function Lacking({ count, metric, onLeaveOut }: { count: number; metric: string; onLeaveOut: () => void }) {
  const lack = `${count === 1 ? "One" : count} of the selected rows ${wordFor(count, "has", "have")}`;
  const them = wordFor(count, "it", "them");
  return (
    <div className={styles.lacking}>
      <span>
        {lack} no loss or no {metric} that could be measured. The share is only worked out without {them}.
      </span>
      <Button onClick={onLeaveOut}>Leave {them} out</Button>
    </div>
  );
}
