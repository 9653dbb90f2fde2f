import type { Viewer } from "../platform/http/viewer.ts";
import type { MemberRow, TeamWithMembers } from "../resources/teams/queries.ts";
import type { TeamCan, TeamRole } from "../resources/teams/schema.ts";

/** A team as one of its members relates to it. */
export interface Membership {
  role: TeamRole;
  is_creator: boolean;
  /** No other member is a coach. */
  is_last_coach: boolean;
}

/** A coach whose address is not confirmed does not act as one. */
export function membershipOf({ team, members }: TeamWithMembers, { user_id, role, is_active }: MemberRow): Membership {
  const coaches = members.filter((member) => member.role === "COACH" && member.is_active);
  return {
    role,
    is_creator: team.created_by === user_id,
    is_last_coach: role === "COACH" && is_active && coaches.length === 1,
  };
}

/** What a member may do; whoever is not a member may not even know the team. */
export function teamCan({ role, is_creator, is_last_coach }: Membership): TeamCan {
  return { edit: is_creator, delete: is_creator, manage_members: role === "COACH", leave: !is_last_coach };
}

/** Creating a team takes the feature of the plan and a confirmed address: a coach has mail sent to others. */
export function canCreateTeam(viewer: Pick<Viewer, "enabled_features" | "email_verified">): boolean {
  return viewer.email_verified && hasCoachTools(viewer);
}

export function hasCoachTools(viewer: Pick<Viewer, "enabled_features">): boolean {
  return (viewer.enabled_features as string[]).includes("coach_tools");
}
