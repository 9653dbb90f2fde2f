import { useEffect } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { notify } from "../stores/notices";
import styles from "./failed.module.css";

/** In place of a part that could not be read: the sentence, also as a notice, and a button that tries again. */
export function Failed({ cause, onRetry }: { cause: unknown; onRetry: () => void }) {
  const sentence = failureSentence(cause);
  useEffect(() => notify.error(sentence), [sentence]);
  return (
    <div className={styles.failed} role="alert">
      <p>{sentence}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
