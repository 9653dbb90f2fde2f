/** What the dashboard is filtered by, as it stands in the address, so that a reload and a link keep it. */
import type { LossBasis, ReportFilter } from "../api/reports";
import type { DayRange } from "../components/date-range";

/** Days before today that the default range has. *from* the specification. */
export const DEFAULT_RANGE_DAYS = 30;

/** "chosen" is a range by the calendar. */
export type RangeName = "last30" | "year" | "chosen";

export interface DashboardFilter extends ReportFilter {
  range: RangeName;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day `days` later, YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Number of days from one to the other, both included. */
export const daysOf = ({ start, end }: Pick<ReportFilter, "start" | "end">): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;

/** First and last day of a named range. */
export const rangeOf = (range: Exclude<RangeName, "chosen">, today: string): DayRange =>
  range === "year"
    ? { from: `${today.slice(0, 4)}-01-01`, to: today }
    : { from: addDays(today, -DEFAULT_RANGE_DAYS), to: today };

/** The filter of an address; what is missing or not valid in it is the default. */
export function filterOf(search: URLSearchParams, today: string): DashboardFilter {
  const [from, to] = [search.get("start") ?? "", search.get("end") ?? ""];
  const isChosen = isDay(from) && isDay(to) && from <= to;
  const range = isChosen ? "chosen" : search.get("range") === "year" ? "year" : "last30";
  const days = range === "chosen" ? { from, to } : rangeOf(range, today);
  const user = Number(search.get("user"));
  return {
    range,
    start: days.from,
    end: days.to,
    boat_class: search.get("class") || null,
    user: Number.isInteger(user) && user > 0 ? user : null,
  };
}

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

export type FilterChange =
  | { range: Exclude<RangeName, "chosen"> }
  | { days: DayRange | null }
  | { boat_class: string | null }
  | { user: number | null };

/** The address with a changed filter; defaults are left out of it. */
export function withFilter(search: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(search);
  if ("range" in change || "days" in change) for (const name of ["range", "start", "end"]) next.delete(name);
  if ("range" in change && change.range === "year") next.set("range", "year");
  if ("days" in change && change.days) {
    next.set("start", change.days.from);
    next.set("end", change.days.to);
  }
  if ("boat_class" in change) put(next, "class", change.boat_class);
  if ("user" in change) {
    put(next, "user", change.user === null ? null : String(change.user));
    // The classes are those that this person has sailed.
    next.delete("class");
  }
  return next;
}

function put(search: URLSearchParams, name: string, value: string | null): void {
  if (value === null) search.delete(name);
  else search.set(name, value);
}

/** The same number of days before the range. */
export function rangeBefore<Filter extends ReportFilter>(filter: Filter): Filter {
  const days = daysOf(filter);
  return { ...filter, start: addDays(filter.start, -days), end: addDays(filter.start, -1) };
}

/** Basis of the losses in the address; null where the server chooses it. */
export function basisOf(search: URLSearchParams): LossBasis | null {
  const basis = search.get("basis");
  return basis === "vmg" || basis === "speed" ? basis : null;
}

/** Longer ranges are not counted in days in a sentence. *guess* */
const MAX_COUNTED_DAYS = 400;

/** "the last 30 days", for sentences. */
export function rangeText({ range, start, end }: DashboardFilter): string {
  if (range === "last30") return `the last ${DEFAULT_RANGE_DAYS} days`;
  if (range === "year") return "this year";
  if (start === end) return "this day";
  const days = daysOf({ start, end });
  return days > MAX_COUNTED_DAYS ? "the chosen time" : `these ${days} days`;
}
