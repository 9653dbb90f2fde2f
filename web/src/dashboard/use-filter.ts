import type { User } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { dayKey } from "../format/times";
import { teamsOptions } from "../queries/teams";
import { canViewAs, type Sailor, sailorsOf } from "./people";
import {
  type DashboardFilter,
  type FilterChange,
  filterOf,
  type QuickRange,
  REPORT_RANGES,
  withFilter,
} from "./report-filter";

interface FilterState {
  filter: DashboardFilter;
  today: string;
  ranges: readonly QuickRange[];
  sailors: readonly Sailor[];
  /** Whether the figures of the chosen person may be viewed. */
  isOpen: boolean;
  onChange: (change: FilterChange) => void;
}

/** The filter of a page of the dashboard, which is in its address, and whose figures can be chosen. */
export function useFilter(user: User, ranges: readonly QuickRange[] = REPORT_RANGES): FilterState {
  const [search, setSearch] = useSearchParams();
  const today = dayKey(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const filter = filterOf(search, today, ranges);
  const teams = useQuery({ ...teamsOptions(), enabled: canViewAs(user) });
  const sailors = sailorsOf(user, teams.data ?? []);
  const isOpen = mayView(user, filter.user, sailors, teams.data !== undefined);
  const onChange = (change: FilterChange) =>
    setSearch(withFilter(search, change, ranges), { preventScrollReset: true });
  return { filter, today, ranges, sailors, isOpen, onChange };
}

/** Whether the server will answer; it decides where the teams are not known. */
function mayView(user: User, person: number | null, sailors: readonly Sailor[], isKnown: boolean): boolean {
  if (person === null || person === user.id || user.role === 1) return true;
  if (!canViewAs(user)) return false;
  return !isKnown || sailors.some(({ id }) => id === person);
}
