import type { Team, User } from "@leebow/api/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { dayKey } from "../format/times";
import { teamsOptions } from "../people/teams/queries";
import { fullName } from "../server/session";
import type { Whose } from "./queries";
import {
  type DashboardFilter,
  type FilterChange,
  type FilterChoices,
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
  /** Of figures that there are of a team, too. */
  teams?: readonly Team[];
  /** Whether the figures of the chosen person or team may be viewed; null: not known yet. */
  isOpen: boolean | null;
  onChange: (change: FilterChange) => void;
}

/** The filter of a page of the dashboard, which is in its address, and whose figures can be chosen. */
export function useFilter(user: User, choices: FilterChoices = {}): FilterState {
  const { ranges = REPORT_RANGES, withTeams = false } = choices;
  const [search, setSearch] = useSearchParams();
  const today = dayKey(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const filter = filterOf(search, today, choices);
  const teams = useQuery({ ...teamsOptions(), enabled: canViewAs(user) });
  const sailors = sailorsOf(user, teams.data ?? []);
  const isOpen = mayView(user, filter, sailors, teams);
  const onChange = (change: FilterChange) =>
    setSearch(withFilter(search, change, ranges), { preventScrollReset: true });
  return { filter, today, ranges, sailors, isOpen, onChange, ...(withTeams && { teams: teams.data ?? [] }) };
}

/** Whether the server will answer; it decides where the teams could not be read. */
export function mayView(
  user: User,
  { user: person, team }: Whose,
  sailors: readonly Sailor[],
  { data: teams, isError }: UseQueryResult<Team[]>,
): boolean | null {
  if (user.role === 1) return true;
  if (team === null && (person === null || person === user.id)) return true;
  if (!canViewAs(user)) return false;
  if (!teams) return isError || null;
  return team === null ? sailors.some(({ id }) => id === person) : teams.some(({ id }) => id === team);
}

// Whose reports can be viewed.

export interface Sailor {
  id: number;
  name: string;
}

type Named = Pick<User, "id" | "first_name" | "last_name">;
type Members = Pick<Team, "coaches" | "athletes">;

const sailor = (one: Named): Sailor => ({ id: one.id, name: fullName(one) });

/** The user first, then the coaches and athletes of the user's teams by name, each once; pending ones show nothing yet. */
export function sailorsOf(user: Named, teams: readonly Members[]): Sailor[] {
  const members = teams.flatMap(({ coaches, athletes }) => [...coaches, ...athletes].filter(({ pending }) => !pending));
  const byId = new Map(members.map((member) => [member.id, sailor(member)]));
  byId.delete(user.id);
  return [sailor(user), ...[...byId.values()].sort((a, b) => a.name.localeCompare(b.name))];
}

/** Whether View As is shown. */
export const canViewAs = (user: Pick<User, "enabled_features"> | null): boolean =>
  (user?.enabled_features as readonly string[] | undefined)?.includes("coach_tools") ?? false;
