/** Nouns and verbs by a number, numbers and lists in a sentence. */
export { countText, wordFor } from "@leebow/core";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** A number in words up to twelve: "three", "13". */
export const numberWord = (count: number): string => NUMBERS[count] ?? String(count);

/** The text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "A", "A and B", "A, B and C"; empty without names. */
export const listed = (names: readonly string[], last: "and" | "or" = "and"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
