import type { Why } from "@leebow/core";
import { useEffect, useState } from "react";
import { sentence } from "../format/numbers";
import { failureSentence } from "../server/failure";
import type { CorrectionSource } from "../session/correction-source";
import { Spinner } from "../ui/progress";
import styles from "./corrections.module.css";

/** The engine's explanation of a moment. */
export function Explanation({ source: { explain }, time_ms }: { source: CorrectionSource; time_ms: number }) {
  const [why, setWhy] = useState<Why | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The function is another with every render, and means the same.
  useEffect(() => {
    let isGone = false;
    setWhy(null);
    setFailure(null);
    explain(time_ms).then(
      (next) => isGone || setWhy(next),
      (cause) => isGone || setFailure(failureSentence(cause)),
    );
    return () => {
      isGone = true;
    };
  }, [time_ms]);
  if (failure)
    return (
      <p role="alert" className={styles.why}>
        {failure}
      </p>
    );
  if (!why)
    return (
      <p role="status" className={styles.why}>
        <Spinner /> The recording is read again. This takes as long as its analysis.
      </p>
    );
  return (
    <p role="status" className={styles.why}>
      {sentence(why.answer)}
    </p>
  );
}
