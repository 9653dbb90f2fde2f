import styles from "./spinner.module.css";

/** Something is being worked on. The words beside it say what; alone it needs a label. */
export function Spinner({ label, size = 14 }: { label?: string; size?: number }) {
  const said = label ? { role: "status", "aria-label": label } : { "aria-hidden": true };
  return <span className={styles.spinner} style={{ width: size, height: size }} {...said} />;
}
