import { useSyncExternalStore } from "react";

const phone = "(max-width: 767px)";

/** Whether the layout for phones is used. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(phone);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(phone).matches,
  );
}
