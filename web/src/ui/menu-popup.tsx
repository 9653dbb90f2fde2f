import { Menu as Base } from "@base-ui/react/menu";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { classes } from "./classes";
import { Icon } from "./icon";
import type { MenuEntry, MenuProps } from "./menu";
import styles from "./menu.module.css";

/**
 * For this long after a menu opened under the pointer, clicks do not choose an entry: they were meant for what the menu
 * covers, ms. One that the user pressed open takes them at once. Source: the specification.
 */
const CLICK_DELAY_MS = 50;

/** An element of Base UI that passes the focus on. */
const HIDDEN_GUARD = "[data-base-ui-focus-guard][aria-hidden]";

interface MenuPopupProps extends MenuProps {
  /** What the user did with the trigger while this code was fetched. */
  before: "nothing" | "focused" | "pressed";
}

/** The menu of `Menu`, with the code of its popup. */
export function MenuPopup({ trigger, entries, align = "end", head, before }: MenuPopupProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  const tooSoon = () => performance.now() - openedAt.current < CLICK_DELAY_MS;
  const [place, setPlace] = useState<HTMLElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it continues once what was begun.
  useEffect(() => {
    if (before === "nothing") return;
    button.current?.focus();
    if (before === "focused") return;
    setPlace(landmarkOf(button.current));
    setOpen(true);
  }, []);
  return (
    <Base.Root
      modal={false}
      open={isOpen}
      onOpenChange={(open, details) => {
        if (open) {
          if (!isOpen && details.reason === "trigger-hover") openedAt.current = performance.now();
          setPlace(landmarkOf(details.event.target));
        } else if (details.reason === "trigger-press" && tooSoon()) {
          details.cancel();
          return;
        }
        setOpen(open);
      }}
    >
      <Base.Trigger ref={button} openOnHover delay={80} closeDelay={120} render={trigger} />
      <Base.Portal container={place} className={styles.portal}>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            <ExposedFocusGuards trigger={button} />
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
 * which contradict each other (axe: aria-hidden-focus). Those of this menu, beside its trigger and in its portal, are
 * exposed; they pass the focus on at once.
 */
function ExposedFocusGuards({ trigger }: { trigger: RefObject<HTMLButtonElement | null> }) {
  const inside = useRef<HTMLElement>(null);
  useEffect(() => {
    const beside = trigger.current!.parentElement!;
    const portal = inside.current!.closest(`.${styles.portal}`)!;
    const expose = () => {
      const guards = [...beside.querySelectorAll(`:scope > ${HIDDEN_GUARD}`), ...portal.querySelectorAll(HIDDEN_GUARD)];
      for (const guard of guards) guard.removeAttribute("aria-hidden");
    };
    // Those around the portal are rendered after the popup.
    const watch = new MutationObserver(expose);
    watch.observe(beside, { childList: true });
    watch.observe(portal, { childList: true, subtree: true });
    expose();
    return () => watch.disconnect();
  }, [trigger]);
  return <span ref={inside} hidden />;
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
