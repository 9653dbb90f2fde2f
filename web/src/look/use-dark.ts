import { useSyncExternalStore } from "react";
import { isDark, onThemeChange } from "./theme";

/** Whether the dark theme is in force. */
export const useDark = (): boolean => useSyncExternalStore(onThemeChange, isDark);
