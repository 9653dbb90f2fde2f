import { FileWarning, FileCheck as Whole } from "lucide-react";
import { useEffect, useState } from "react";
import { keptText, lostParts } from "../../analyze/damage-text";
import { classes } from "../../components/classes";
import { Icon } from "../../components/icon";
import styles from "./file-check.module.css";

/** The result of the check of a file, as text. */
interface Found {
  wrong: boolean;
  words: string;
  more: string[];
}

/** Analyses the chosen file in the browser before the upload: retained points, losses, missing data. */
export function FileCheck({ file }: { file: File | null }) {
  const [found, setFound] = useState<{ file: File; found: Found } | null>(null);
  useEffect(() => {
    if (!file) return;
    // Without the engine in the browser the upload works all the same: the server reads the file.
    look(file).then(
      (found) => setFound({ file, found }),
      () => setFound(null),
    );
  }, [file]);
  if (!file || found?.file !== file) return null;
  const { wrong, words, more } = found.found;
  return (
    <div className={classes(styles.check, wrong && styles.wrong)} role="status">
      <Icon of={wrong ? FileWarning : Whole} />
      <div>
        <p>{words}</p>
        {more.map((sentence) => (
          <p key={sentence} className="small secondary">
            {sentence}
          </p>
        ))}
      </div>
    </div>
  );
}

async function look(file: File): Promise<Found> {
  const { analyzeFile } = await import("../../analyze/engine");
  const outcome = await analyzeFile(file, {}, null);
  if (outcome.state === "refused") return { wrong: true, words: outcome.message, more: [] };
  const { report } = outcome.analysis;
  const lost = lostParts(report.damage);
  const reasons = [...new Set(lost.map(({ reason }) => reason))].slice(0, 3);
  const advice =
    lost.length > 0 ? "Uploaded all the same, the track is made from what is good." : "This file is whole.";
  return {
    wrong: lost.length > 0,
    words: `${keptText(report.damage)}. ${advice}`,
    more: [...reasons, ...report.damage.lacks],
  };
}
