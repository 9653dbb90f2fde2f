import { useSyncExternalStore } from "react";
import { isDark, onThemeChange } from "./theme";

/** Whether the current theme is dark. */
export const useDark = (): boolean => useSyncExternalStore(onThemeChange, isDark);
