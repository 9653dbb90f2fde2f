import { useSyncExternalStore } from "react";

const QUERY = "(min-width: 1200px)";

function subscribe(changed: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

/** Whether the viewport is at least 1200 px wide, as in the style sheets. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
