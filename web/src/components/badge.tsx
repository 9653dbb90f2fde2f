import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./classes";
import { Icon } from "./icon";
import { Tooltip } from "./tooltip";

interface BadgeProps {
  tone?: "plain" | "line" | "wind" | "warn" | "danger";
  icon?: LucideIcon;
  /** Explanation, shown on hover and focus. */
  hint?: string;
  children: ReactNode;
}

export function Badge({ tone = "plain", icon, hint, children }: BadgeProps) {
  const badge = (
    <span
      className={classes(styles.badge, styles[tone])}
      tabIndex={hint ? 0 : undefined}
      role={hint ? "note" : undefined}
    >
      {icon && <Icon of={icon} size={14} />}
      {children}
      {hint && <span className="visually-hidden">. {hint}</span>}
    </span>
  );
  return hint ? <Tooltip text={hint}>{badge}</Tooltip> : badge;
}
