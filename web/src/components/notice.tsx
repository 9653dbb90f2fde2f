import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./notice.module.css";

interface NoticeProps {
  icon: LucideIcon;
  /** Warning style, for damage and uncertainty. */
  warn?: boolean;
  children: ReactNode;
  /** An action. */
  action?: ReactNode;
}

/** A sentence above the tabs. */
export function Notice({ icon, warn, children, action }: NoticeProps) {
  return (
    <div className={classes(styles.notice, warn && styles.warn)}>
      <Icon of={icon} />
      <p>{children}</p>
      {action}
    </div>
  );
}
