/** What the athletes of a team are sorted by. */
import type { SeasonTeam } from "@leebow/api/contract";

export type Athlete = SeasonTeam["athletes"][number];

export type SortKey = "name" | "time" | "tacks" | "loss" | "trend" | "last";

export interface Sort {
  by: SortKey;
  isDescending: boolean;
}

export const nameOf = ({ first_name, last_name }: Athlete): string => `${first_name} ${last_name}`.trim();

interface SortOption {
  by: SortKey;
  title: string;
  unit?: string;
  isNumber: boolean;
  /** Order of the first press. */
  isDescending: boolean;
  /** Null sorts last in both orders. */
  value: (athlete: Athlete) => number | string | null;
}

/** In the order of the columns. */
export const SORTS: readonly SortOption[] = [
  { by: "name", title: "Athlete", isNumber: false, isDescending: false, value: nameOf },
  {
    by: "time",
    title: "Time",
    unit: "h:min",
    isNumber: true,
    isDescending: true,
    value: ({ water_time_s }) => water_time_s,
  },
  { by: "tacks", title: "Tacks", isNumber: true, isDescending: true, value: ({ tacks }) => tacks },
  {
    by: "loss",
    title: "Median tack loss",
    unit: "m",
    isNumber: true,
    isDescending: false,
    value: ({ loss }) => loss?.median_m ?? null,
  },
  {
    by: "trend",
    title: "Trend a month",
    unit: "m",
    isNumber: false,
    isDescending: false,
    value: ({ trend }) => trend?.slope_m ?? null,
  },
  { by: "last", title: "Last session", isNumber: true, isDescending: true, value: ({ last_date }) => last_date },
];

export function sorted(athletes: readonly Athlete[], { by, isDescending }: Sort): Athlete[] {
  const { value } = SORTS.find((sort) => sort.by === by)!;
  const compare = (one: Athlete, other: Athlete): number => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b);
    return isDescending ? -order : order;
  };
  return [...athletes].sort((one, other) => compare(one, other) || nameOf(one).localeCompare(nameOf(other)));
}
