/** What the dashboard is filtered by, as it stands in the address, so that a reload and a link keep it. */

import type { ReportSession } from "@leebow/api/contract";
import type { ReportTab } from "../analysis/report/report-place";
import { capital } from "../format/numbers";
import type { DayRange } from "../ui/date-range";
import type { GroupBy, LossBasis, ReportFilter } from "./queries";

/** Days before today that the default range has. *from* the specification. */
const DEFAULT_RANGE_DAYS = 30;

/** "chosen" is a range by the calendar, the others are those of quick choices. */
type RangeName = "last30" | "season" | "year" | "all" | "chosen";
export type QuickRange = Exclude<RangeName, "chosen">;

/** The quick choices of the reports, and of a polar; the first one is the default. */
export const REPORT_RANGES: readonly QuickRange[] = ["last30", "year"];
export const SEASON_RANGES: readonly QuickRange[] = ["season", "year", "all"];

/** No recording is older: the Global Positioning System began. *from* IS-GPS-200. */
const FIRST_DAY = "1980-01-06";

export interface DashboardFilter extends ReportFilter {
  range: RangeName;
  /** In the place of a person; null: a person. */
  team: number | null;
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
function rangeOf(range: QuickRange, today: string): DayRange {
  const first: Record<QuickRange, string> = {
    last30: addDays(today, -DEFAULT_RANGE_DAYS),
    season: seasonStart(today),
    year: `${today.slice(0, 4)}-01-01`,
    all: FIRST_DAY,
  };
  return { from: first[range], to: today };
}

/** Seasons begin in March and in September, which is spring and autumn north or south of the equator. */
function seasonStart(today: string): string {
  const [year, month] = today.split("-").map(Number) as [number, number];
  if (month < 3) return `${year - 1}-09-01`;
  return month < 9 ? `${year}-03-01` : `${year}-09-01`;
}

/** What a page can be filtered by. */
export interface FilterChoices {
  ranges?: readonly QuickRange[];
  /** Whether its figures can be those of a team. */
  withTeams?: boolean;
}

/** The filter of an address; what is missing or not valid in it is the default, the first of these ranges. */
export function filterOf(
  search: URLSearchParams,
  today: string,
  { ranges = REPORT_RANGES, withTeams = false }: FilterChoices = {},
): DashboardFilter {
  const [from, to] = [search.get("start") ?? "", search.get("end") ?? ""];
  const isChosen = isDay(from) && isDay(to) && from <= to;
  const named = ranges.find((one) => one === search.get("range")) ?? ranges[0]!;
  const range = isChosen ? "chosen" : named;
  const days = range === "chosen" ? { from, to } : rangeOf(range, today);
  const team = withTeams ? idOf(search, "team") : null;
  return {
    range,
    start: days.from,
    end: days.to,
    boat_class: search.get("class") || null,
    user: team === null ? idOf(search, "user") : null,
    team,
  };
}

/** A number in an address; null where it is none that can be an id. */
export function idOf(search: URLSearchParams, name: string): number | null {
  const id = Number(search.get(name));
  return Number.isInteger(id) && id > 0 ? id : null;
}

export const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

export type FilterChange =
  | { range: QuickRange }
  | { days: DayRange | null }
  | { boat_class: string | null }
  | { user: number | null }
  | { team: number };

/** The address with a changed filter; defaults, as the first of these ranges, are left out of it. */
export function withFilter(search: URLSearchParams, change: FilterChange, ranges = REPORT_RANGES): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | number | null) =>
    value === null ? next.delete(name) : next.set(name, String(value));
  if ("range" in change || "days" in change) for (const name of ["range", "start", "end"]) next.delete(name);
  if ("range" in change && change.range !== ranges[0]) put("range", change.range);
  if ("days" in change) {
    put("start", change.days?.from ?? null);
    put("end", change.days?.to ?? null);
  }
  if ("boat_class" in change) put("class", change.boat_class);
  if ("user" in change || "team" in change) {
    // The classes are those that these people have sailed.
    for (const name of ["user", "team", "class"]) next.delete(name);
    if ("team" in change) put("team", change.team);
    else put("user", change.user);
  }
  return next;
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

/** What the sessions are grouped by in the address; null where the sessions decide. */
export function groupByOf(search: URLSearchParams): GroupBy | null {
  const by = search.get("by");
  return by === "wind" || by === "speed" ? by : null;
}

/** Longer ranges are not counted in days in a sentence. *guess* */
const MAX_COUNTED_DAYS = 400;

/** "the last 30 days", for sentences. */
export function rangeText({ range, start, end }: DashboardFilter): string {
  if (range === "last30") return `the last ${DEFAULT_RANGE_DAYS} days`;
  if (range === "season") return "this season";
  if (range === "year") return "this year";
  if (range === "all") return "all days";
  if (start === end) return "this day";
  const days = daysOf({ start, end });
  return days > MAX_COUNTED_DAYS ? "the chosen time" : `these ${days} days`;
}

// What a press on a figure asks for: the sessions behind it.

export interface SessionSelection {
  /** What the sessions are listed for: "Tacks". */
  title: string;
  /** What one session has of the figure, and how it is written with its unit. */
  value: (session: ReportSession) => number;
  text: (value: number) => string;
  /** Name of the column with the value, "Tacks" or "Time, h:min"; without it no value is shown. */
  column: string | null;
  /** Whether the mean upwind speed is shown, too. */
  withUpwind?: boolean;
  /** Those of these tracks alone. */
  track_ids?: readonly number[];
  /** Tab of the report that a session leads to. */
  tab?: ReportTab;
}

/** Those with a part of the figure, newest first. */
export function selectedSessions(
  sessions: readonly ReportSession[],
  { value, track_ids }: SessionSelection,
): ReportSession[] {
  return sessions.filter((one) => (track_ids ? track_ids.includes(one.track_id) : value(one) > 0));
}

export const WIND_CATEGORIES = ["Light", "Sf", "Df", "Windy"] as const;
type WindCategory = (typeof WIND_CATEGORIES)[number];

/** Thirds of the boat's own mean upwind speed. */
export const SPEED_BANDS = ["slow", "middle", "fast"] as const;

export type Group = WindCategory | (typeof SPEED_BANDS)[number];

export const groupsOf = (by: "wind" | "speed"): readonly Group[] => (by === "wind" ? WIND_CATEGORIES : SPEED_BANDS);

/** "Light", "Slow". */
export const groupName = (group: Group): string => capital(group);
