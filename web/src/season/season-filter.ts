/** What the season page is filtered by, as it stands in the address. */

import { withValues } from "../ui/address";
import type { SeasonQueryFilter, SeasonWind } from "./queries";
import { addDays, type FilterChange, filterOf, withFilter } from "./report-filter";

/** "season": the last twelve months; "chosen" is a range by the calendar. */
export type SeasonRange = "season" | "year" | "all" | "chosen";

export interface SeasonFilter extends SeasonQueryFilter {
  range: SeasonRange;
  /** View As a team; null: a person. */
  team: number | null;
}

export const WIND_NAMES: Readonly<Record<SeasonWind, string>> = {
  Light: "Light",
  Sf: "Sf",
  Df: "Df",
  Windy: "Windy",
  upwind_slow: "Slow upwind",
  upwind_middle: "Middle upwind",
  upwind_fast: "Fast upwind",
};

/** The first is the default. */
const RANGES = ["year", "season", "all"] as const;

/** The filter of an address; what is missing or not valid in it is the default: this year, all classes and winds. */
export function seasonFilterOf(search: URLSearchParams, today: string): SeasonFilter {
  const filter = filterOf(search, today, { ranges: RANGES, withTeams: true });
  const range = filter.range as SeasonRange;
  const wind = search.get("wind") as SeasonWind | null;
  return {
    ...filter,
    range,
    ...(range === "all" && { start: null, end: null }),
    ...(range === "season" && { start: addDays(`${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, 1) }),
    wind: wind && wind in WIND_NAMES ? wind : null,
  };
}

export type SeasonChange = FilterChange | { wind: SeasonWind | null };

/** The address with a changed filter; defaults are left out of it. */
export function withSeasonFilter(search: URLSearchParams, change: SeasonChange): URLSearchParams {
  if ("wind" in change) return withValues(search, { wind: change.wind });
  const next = withFilter(search, change, RANGES);
  // The winds are those of these people.
  if ("user" in change || "team" in change) next.delete("wind");
  return next;
}

/** "2026", "2024 to 2026": the years of the first and the last of these days. */
export function yearsOf(dates: readonly string[]): string {
  const years = [...new Set([...dates.slice(0, 1), ...dates.slice(-1)].map((date) => date.slice(0, 4)))];
  return years.join(" to ");
}

// Months, YYYY-MM.

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
