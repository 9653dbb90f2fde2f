import { Menu as Base } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Link } from "react-router-dom";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./menu.module.css";

/** A menu under the pointer must not take the press that was meant for what it covered. */
const CLICK_DELAY_MS = 50;

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  /** What it does, or where it goes. */
  onSelect?: () => void;
  to?: string;
  danger?: boolean;
  /** A line above it. */
  separated?: boolean;
}

interface MenuProps {
  /** The button that opens it; it has its own name. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  align?: "start" | "center" | "end";
  /** Stands above the entries. */
  head?: ReactNode;
}

/** Opens on press and on hover; arrows, type-ahead, Esc. */
export function Menu({ trigger, entries, align = "end", head }: MenuProps) {
  const openedAt = useRef(0);
  const tooSoon = () => performance.now() - openedAt.current < CLICK_DELAY_MS;
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open, details) => {
        if (open) openedAt.current = performance.now();
        else if (details.reason === "trigger-press" && tooSoon()) details.cancel();
      }}
    >
      <Base.Trigger openOnHover delay={80} closeDelay={120} render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {head}
            {entries.map((entry) => (
              <Entry key={entry.label} entry={entry} tooSoon={tooSoon} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry, tooSoon }: { entry: MenuEntry; tooSoon: () => boolean }) {
  const look = classes(styles.item, entry.danger && styles.danger);
  const face = (
    <>
      {entry.icon && <Icon of={entry.icon} />}
      {entry.label}
    </>
  );
  return (
    <>
      {entry.separated && <Base.Separator className={styles.line} />}
      {entry.to ? (
        <Base.LinkItem className={look} closeOnClick render={<Link to={entry.to} />}>
          {face}
        </Base.LinkItem>
      ) : (
        <Base.Item
          className={look}
          onClick={(event) => {
            if (tooSoon()) event.preventBaseUIHandler();
            else entry.onSelect?.();
          }}
        >
          {face}
        </Base.Item>
      )}
    </>
  );
}
