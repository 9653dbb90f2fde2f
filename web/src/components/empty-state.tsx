import type { ReactNode } from "react";
import { BoatSign } from "./boat-sign";
import styles from "./empty-state.module.css";

/** A picture, what is missing, and an action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <BoatOnSea />
      <h2 className={styles.title}>{title}</h2>
      {children && <div className="secondary">{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

export function BoatOnSea({ strong = false }: { strong?: boolean }) {
  return (
    <svg width={132} height={56} viewBox="0 0 132 56" aria-hidden="true">
      <path
        d="M4 42c18-6 30 6 48 0s30 6 48 0 20 2 28 0"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
        strokeDasharray="3 4"
      />
      <g transform="translate(64 26) rotate(62) scale(1.3)">
        <BoatSign fill={strong ? "var(--ink)" : "var(--ink-3)"} tack="starboard" />
      </g>
    </svg>
  );
}
