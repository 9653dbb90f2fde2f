import styles from "./progress.module.css";
import { Spinner } from "./spinner";

interface ProgressProps {
  /** What is being done, in words. */
  label: string;
  /** 0 to 1; null while there is nothing to count. */
  done: number | null;
  /** "1.6 of 2.5 MB" */
  amount?: string | undefined;
}

/** Bytes while they can be counted, then words. */
export function Progress({ label, done, amount }: ProgressProps) {
  if (done === null) {
    return (
      <div className={styles.words} role="status">
        <Spinner />
        <span>{label}</span>
      </div>
    );
  }
  const percent = Math.round(done * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={amount}
    >
      <div className={styles.head}>
        <span className="truncate">{label}</span>
        <span className="quiet">{amount}</span>
      </div>
      <div className={styles.rail}>
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
