/** What the season page is filtered by, as it stands in the address. */

import type { DayRange } from "../ui/date-range";
import type { SeasonQueryFilter, SeasonWind } from "./queries";
import { addDays, idOf, isDay } from "./report-filter";

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

const RANGES: readonly SeasonRange[] = ["season", "all"];

/** The filter of an address; what is missing or not valid in it is the default: this year, all classes and winds. */
export function seasonFilterOf(search: URLSearchParams, today: string): SeasonFilter {
  const [from, to] = [search.get("start") ?? "", search.get("end") ?? ""];
  const isChosen = isDay(from) && isDay(to) && from <= to;
  const named = RANGES.find((range) => range === search.get("range")) ?? "year";
  const wind = search.get("wind") as SeasonWind | null;
  const team = idOf(search, "team");
  return {
    range: isChosen ? "chosen" : named,
    ...(isChosen ? { start: from, end: to } : daysOfRange(named, today)),
    boat_class: search.get("class") || null,
    wind: wind && wind in WIND_NAMES ? wind : null,
    user: team === null ? idOf(search, "user") : null,
    team,
  };
}

function daysOfRange(range: SeasonRange, today: string): Pick<SeasonFilter, "start" | "end"> {
  if (range === "all") return { start: null, end: null };
  const yearBefore = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  return { start: range === "season" ? addDays(yearBefore, 1) : `${today.slice(0, 4)}-01-01`, end: today };
}

export type SeasonChange =
  | { range: SeasonRange }
  | { days: DayRange | null }
  | { boat_class: string | null }
  | { wind: SeasonWind | null }
  | { user: number | null }
  | { team: number };

/** The address with a changed filter; defaults are left out of it. */
export function withSeasonFilter(search: URLSearchParams, change: SeasonChange): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | number | null) =>
    value === null ? next.delete(name) : next.set(name, String(value));
  if ("range" in change || "days" in change) for (const name of ["range", "start", "end"]) next.delete(name);
  if ("range" in change && change.range !== "year") put("range", change.range);
  if ("days" in change) {
    put("start", change.days?.from ?? null);
    put("end", change.days?.to ?? null);
  }
  if ("boat_class" in change) put("class", change.boat_class);
  if ("wind" in change) put("wind", change.wind);
  if ("user" in change || "team" in change) {
    // Classes and winds are those of these people.
    for (const name of ["user", "team", "class", "wind"]) next.delete(name);
    if ("user" in change) put("user", change.user);
    else put("team", change.team);
  }
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
