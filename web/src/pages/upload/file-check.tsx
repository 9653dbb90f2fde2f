import { FileWarning, FileCheck as Whole } from "lucide-react";
import { useEffect, useState } from "react";
import { keptWords, lostParts } from "../../analyze/damage-words";
import { classes } from "../../components/classes";
import { Icon } from "../../components/icon";
import styles from "./file-check.module.css";

/** What the engine found in a file, in words. */
interface Found {
  wrong: boolean;
  words: string;
  more: string[];
}

/** Reads the chosen file on this computer, before it is sent: what of it can be kept, and what it lacks. */
export function FileCheck({ file }: { file: File | null }) {
  const [found, setFound] = useState<{ file: File; found: Found } | null>(null);
  useEffect(() => {
    if (!file) return;
    // Whoever cannot run the engine here uploads all the same: the server reads the file anyway.
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
    words: `${keptWords(report.damage)}. ${advice}`,
    more: [...reasons, ...report.damage.lacks],
  };
}
