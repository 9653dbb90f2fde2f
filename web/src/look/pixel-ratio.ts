/** How many pixels of the screen a CSS pixel has: it changes with the zoom of the browser, and on another screen. */
import { useSyncExternalStore } from "react";

/** Calls a listener after each change of `devicePixelRatio`. Returns the function that ends this. */
export function onPixelRatioChange(changed: () => void): () => void {
  const end = new AbortController();
  const watch = () => {
    // A query about the present ratio: it changes once.
    const present = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const next = () => {
      watch();
      changed();
    };
    present.addEventListener("change", next, { once: true, signal: end.signal });
  };
  watch();
  return () => end.abort();
}

/** `devicePixelRatio` as it is now. */
export const usePixelRatio = (): number => useSyncExternalStore(onPixelRatioChange, () => devicePixelRatio);
