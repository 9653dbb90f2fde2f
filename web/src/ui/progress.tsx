import styles from "./progress.module.css";

interface ProgressProps {
  /** The current step, as text. */
  label: string;
  /** Share done, 0 to 1; null when unknown. */
  done: number | null;
  /** "1.6 of 2.5 MB" */
  amount?: string | undefined;
}

/** A bar while the share is known, else a spinner. */
export function Progress({ label, done, amount }: ProgressProps) {
  if (done === null) {
    return (
      <div className="row small" role="status">
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
        <span className="two-lines" title={label}>
          {label}
        </span>
        <span className="quiet">{amount}</span>
      </div>
      <div className={styles.rail}>
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Progress without a known end. Without text beside it, it needs a label. */
export function Spinner({ label, size = 14 }: { label?: string; size?: number }) {
  const aria = label ? { role: "status", "aria-label": label } : { "aria-hidden": true };
  return <span className={styles.spinner} style={{ width: size, height: size }} {...aria} />;
}
