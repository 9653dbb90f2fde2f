import { useSyncExternalStore } from "react";

const QUERY = "(max-width: 767px)";

function subscribe(changed: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

/** Whether the viewport is at most 767 px wide, as in the style sheets. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
