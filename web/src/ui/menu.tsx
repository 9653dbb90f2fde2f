import type { LucideIcon } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { notify } from "../server/notices";
import { fetchedOnce, NOT_LOADED } from "./lazy-component";

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

export interface MenuProps {
  /** The button that opens the menu; it needs an accessible name. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  align?: "start" | "center" | "end";
  /** Content above the entries. */
  head?: ReactNode;
}

const { useFetched, load } = fetchedOnce(() => import("./menu-popup").then(({ MenuPopup }) => MenuPopup));

/** Fetches the code of the menus before one is shown: afterwards they open without a network. */
export const loadMenu = load;

/**
 * A menu that opens on click and hover; arrow keys, type-ahead, Esc. Its code is fetched after the page: until then the
 * trigger stands alone, and a click on it opens the menu when the code is there.
 */
export function Menu(props: MenuProps) {
  const { part: MenuPopup, isFailed, retry } = useFetched();
  const [isPressed, setPressed] = useState(false);
  const isFocused = useRef(false);
  useEffect(() => {
    if (!isFailed || !isPressed) return;
    notify.error(NOT_LOADED);
    setPressed(false);
  }, [isFailed, isPressed]);
  if (MenuPopup) {
    return <MenuPopup {...props} before={isPressed ? "pressed" : isFocused.current ? "focused" : "nothing"} />;
  }
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => {
      setPressed(true);
      retry();
    },
    onFocus: () => {
      isFocused.current = true;
    },
    onBlur: () => {
      isFocused.current = false;
    },
  });
}
