/** Months, YYYY-MM. */

/** "November", "November 2026" */
export const monthName = (month: string, withYear: boolean): string =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    month: "long",
    ...(withYear ? { year: "numeric" } : {}),
  }).format(new Date(`${month}-01T00:00:00Z`));

/** "Nov" */
export const shortMonth = (month: string): string => monthName(month, false).slice(0, 3);

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

/** All months from the first to the last. */
export const monthsBetween = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, numberOf(last) - numberOf(first)) + 1 }, (_, n) => {
    const at = numberOf(first) + n;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  });
