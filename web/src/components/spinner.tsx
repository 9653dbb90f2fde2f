import styles from "./spinner.module.css";

/** Progress without a known end. Without text beside it, it needs a label. */
export function Spinner({ label, size = 14 }: { label?: string; size?: number }) {
  const aria = label ? { role: "status", "aria-label": label } : { "aria-hidden": true };
  return <span className={styles.spinner} style={{ width: size, height: size }} {...aria} />;
}
