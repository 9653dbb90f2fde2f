import styles from "./shell.module.css";

/** Shown while the code of the first page is loading. */
export function Waiting() {
  return (
    <main className={styles.waiting} aria-busy="true">
      <i />
      <span className="visually-hidden" role="status">
        Loading
      </span>
    </main>
  );
}
