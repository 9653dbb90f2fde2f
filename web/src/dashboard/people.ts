/** Whose reports can be viewed. */
import type { Team, User } from "@leebow/api/contract";

export interface Sailor {
  id: number;
  name: string;
}

type Named = Pick<User, "id" | "first_name" | "last_name">;
type Members = Pick<Team, "coaches" | "athletes">;

const sailor = ({ id, first_name, last_name }: Named): Sailor => ({ id, name: `${first_name} ${last_name}`.trim() });

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
