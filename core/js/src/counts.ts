/** Nouns and verbs by a number. */

/** The form for this number: "straight" of 1, else "straights", or `many` where it is another. */
export const wordFor = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** The number with its noun: "1 straight", "3 straights", "2 replies". */
export const countText = (count: number, one: string, many?: string): string => `${count} ${wordFor(count, one, many)}`;
