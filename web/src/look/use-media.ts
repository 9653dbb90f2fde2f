import { useCallback, useSyncExternalStore } from "react";

/** Widths and heights at which the style sheets change the layout. */
export const PHONE = "(max-width: 767px)";
export const DESKTOP = "(min-width: 1200px)";
/** A phone on its side. */
export const LANDSCAPE = "(max-height: 500px) and (orientation: landscape)";

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the layout for phones held upright is used. On its side a phone shows map, chart and panel beside each other. */
export const useNarrow = (): boolean => useMedia(`${PHONE} and (not (${LANDSCAPE}))`);
