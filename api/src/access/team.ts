import { sql } from "kysely";
import type { Db } from "../platform/db/open.ts";
import type { Database } from "../platform/db/schema.ts";
import type { Viewer } from "../platform/http/viewer.ts";

type TeamRole = Database["team_members"]["role"];

/** What the rights of a member depend on. */
interface Member {
  user_id: number;
  role: TeamRole;
  is_active: boolean;
}

/** A team as one of its members relates to it. */
export interface Membership {
  role: TeamRole;
  is_creator: boolean;
  /** No other member is a coach. */
  is_last_coach: boolean;
}

/** A coach whose address is not confirmed does not act as one. */
export function membershipOf(
  { team, members }: { team: { created_by: number | null }; members: readonly Member[] },
  { user_id, role, is_active }: Member,
): Membership {
  const coaches = members.filter((member) => member.role === "COACH" && member.is_active);
  return {
    role,
    is_creator: team.created_by === user_id,
    is_last_coach: role === "COACH" && is_active && coaches.length === 1,
  };
}

/** What a member may do. To a user who is not a member the team does not exist. */
export function teamCan({ role, is_creator, is_last_coach }: Membership) {
  return { edit: is_creator, delete: is_creator, manage_members: role === "COACH", leave: !is_last_coach };
}

/** Creating a team takes the feature of the plan and a confirmed address: a coach has mail sent to others. */
export function canCreateTeam(viewer: Pick<Viewer, "enabled_features" | "email_verified">): boolean {
  return viewer.email_verified && hasCoachTools(viewer);
}

export function hasCoachTools(viewer: Pick<Viewer, "enabled_features">): boolean {
  return (viewer.enabled_features as string[]).includes("coach_tools");
}

/** Whether two users are members of one team. */
export async function isTeammate(db: Db, user_id: number, other_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("active_members as me")
    .innerJoin("active_members as mate", "mate.team_id", "me.team_id")
    .select("mate.user_id")
    .where("me.user_id", "=", user_id)
    .where("mate.user_id", "=", other_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Members of the user's teams besides the user, each once, by name. */
export function findTeammates(db: Db, user_id: number) {
  return db
    .selectFrom("users")
    .select(["users.id", "users.first_name", "users.last_name"])
    .where("users.id", "!=", user_id)
    .where(
      sql<boolean>`users.id in (select mate.user_id from active_members as me
        join active_members as mate on mate.team_id = me.team_id where me.user_id = ${user_id}::integer)`,
    )
    .orderBy("users.first_name")
    .orderBy("users.last_name")
    .orderBy("users.id")
    .execute();
}
