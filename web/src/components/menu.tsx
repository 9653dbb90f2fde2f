import { Menu as Base } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./menu.module.css";

/** For this long after opening, clicks do not choose an entry: they were meant for what the menu covers, ms. *guess* */
const CLICK_DELAY_MS = 50;

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  /** The action, or the address of a link. */
  onSelect?: () => void;
  to?: string;
  danger?: boolean;
  /** Why it cannot be chosen at the moment, shown below the label. */
  blocked?: string | null;
  /** Whether a line separates it from the entry above. */
  separated?: boolean;
}

interface MenuProps {
  /** The button that opens the menu; it needs an accessible name. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  align?: "start" | "center" | "end";
  /** Content above the entries. */
  head?: ReactNode;
}

/** A menu that opens on click and hover; arrow keys, type-ahead, Esc. */
export function Menu({ trigger, entries, align = "end", head }: MenuProps) {
  const openedAt = useRef(0);
  const tooSoon = () => performance.now() - openedAt.current < CLICK_DELAY_MS;
  const [place, setPlace] = useState<HTMLElement>();
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open, details) => {
        if (open) {
          openedAt.current = performance.now();
          setPlace(landmarkOf(details.event.target));
        } else if (details.reason === "trigger-press" && tooSoon()) details.cancel();
      }}
    >
      <Base.Trigger openOnHover delay={80} closeDelay={120} render={trigger} />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            <ExposedFocusGuards />
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

/** Where the menu is put, so that it is inside a landmark, and above the dialog it was opened in. */
function landmarkOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>("[role=dialog], main, header")) || undefined;
}

/**
 * Base UI leads the focus out of an open menu by empty elements that are focusable and hidden from assistive technology,
 * which contradict each other (axe: aria-hidden-focus). They are exposed; they pass the focus on at once.
 */
function ExposedFocusGuards() {
  useEffect(() => {
    const expose = () => {
      for (const guard of document.querySelectorAll("[data-base-ui-focus-guard][aria-hidden]"))
        guard.removeAttribute("aria-hidden");
    };
    // Those around the portal are rendered after the popup.
    const watch = new MutationObserver(expose);
    watch.observe(document.body, { childList: true, subtree: true });
    expose();
    return () => watch.disconnect();
  }, []);
  return null;
}

function Entry({ entry, tooSoon }: { entry: MenuEntry; tooSoon: () => boolean }) {
  const look = classes(styles.item, entry.danger && styles.danger);
  const face = (
    <>
      {entry.icon && <Icon of={entry.icon} />}
      {entry.blocked ? (
        <span>
          {entry.label}
          <span className={styles.reason}>{entry.blocked}</span>
        </span>
      ) : (
        entry.label
      )}
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
          disabled={Boolean(entry.blocked)}
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
