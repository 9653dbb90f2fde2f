import { useSyncExternalStore } from "react";

/** A phone upright. On its side it shows map, chart and panel beside each other. */
const phone = "(max-width: 767px) and (not ((max-height: 500px) and (orientation: landscape)))";

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
