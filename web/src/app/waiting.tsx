import styles from "./shell.module.css";

/** Shown only if a page's code takes longer than a moment to arrive. */
export function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <i />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
