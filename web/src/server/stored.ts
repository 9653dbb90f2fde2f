/** Values as JSON in the storage of this browser, "localStorage", or of this tab, "sessionStorage". */
type StorageName = "localStorage" | "sessionStorage";

/** What is stored; null without it, where it is damaged, and where the browser refuses storage. */
export function readStored(key: string, storage: StorageName = "localStorage"): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. Where the browser refuses storage, a value lasts until the page is left. */
export function writeStored(key: string, value: unknown, storage: StorageName = "localStorage"): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The browser refuses storage, or it is full.
  }
}

/** The texts of a stored list; none of what is no list. */
export const textsOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
