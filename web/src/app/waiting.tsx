import styles from "./shell.module.css";

/** Shown while the code of the first page is loading. */
export function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <i />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
