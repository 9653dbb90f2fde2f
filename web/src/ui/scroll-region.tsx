import type { ReactNode } from "react";
import styles from "./scroll-region.module.css";

/** A part that scrolls sideways by itself; it takes the focus, so that arrow keys scroll it. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
