import { useSyncExternalStore } from "react";

const QUERY = "(max-width: 767px)";

function subscribe(changed: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

/** Whether the screen is a phone's, as the style sheets see it. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
