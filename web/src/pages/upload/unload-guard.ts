import { useEffect } from "react";

/** Lets the browser ask for confirmation before the tab is closed while `active`. */
export function useUnloadGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [active]);
}
