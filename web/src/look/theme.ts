/**
 * Light or dark theme: that of the system, unless a choice is stored in localStorage.
 * Canvases cannot read light-dark(), so the colours of tokens are resolved here.
 */

import { useSyncExternalStore } from "react";
import { proxy } from "valtio";

export type ThemeChoice = "system" | "light" | "dark";

const KEY = "leebow.theme";

export const theme = proxy<{ choice: ThemeChoice }>({ choice: storedChoice() });

export function chooseTheme(choice: ThemeChoice): void {
  theme.choice = choice;
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without localStorage the choice holds until the page is left.
  }
}

/** The current theme. */
function isDark(): boolean {
  const forced = document.documentElement.dataset.theme;
  return forced ? forced === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Calls `listener` whenever the current theme may have changed. Returns the function that ends this. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const forced = new MutationObserver(changed);
  forced.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", changed);
  return () => {
    forced.disconnect();
    system.removeEventListener("change", changed);
  };
}

/** The colours of tokens in the current theme as `rgb(…)`, for canvases. The page's styles are computed once for all of them. */
export function tokenColors(names: readonly `--${string}`[]): string[] {
  const holder = document.createElement("i");
  holder.style.display = "none";
  const probes = names.map((name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    return probe;
  });
  holder.append(...probes);
  document.body.append(holder);
  const colors = probes.map((probe) => getComputedStyle(probe).color);
  holder.remove();
  return colors;
}

function storedChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

/** Whether the current theme is dark. */
export const useDark = (): boolean => useSyncExternalStore(onThemeChange, isDark);

// How many pixels of the screen a CSS pixel has: it changes with the zoom of the browser, and on another screen.

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
