/** Nouns and verbs by a number, and lists in a sentence. */
export { countText, wordFor } from "@leebow/core";

/** "A", "A and B", "A, B and C"; empty without names. */
export const listed = (names: readonly string[], last: "and" | "or" = "and"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
