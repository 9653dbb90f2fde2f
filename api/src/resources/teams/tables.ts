import type { Generated, Selectable } from "kysely";
import type { CreatedAt } from "../../platform/db/columns.ts";

interface TeamsTable {
  id: Generated<number>;
  name: string;
  logo_key: string | null;
  /** Null when that account was deleted. */
  created_by: number | null;
  created_at: CreatedAt;
}

/** One row a member; a team has at least one COACH. */
interface TeamMembersTable {
  team_id: number;
  user_id: number;
  role: "COACH" | "ATHLETE";
  /** Who of the team may view this member's PRIVATE tracks beside its coaches. */
  permissions: Generated<"ALL" | "COACH_ONLY">;
  /** False until a member whom a coach added has chosen `permissions`: nobody sees private tracks by adding a person. */
  accepted: Generated<boolean>;
  joined_at: CreatedAt;
}

/** A view: the members whose e-mail address is confirmed. They alone have and give rights in a team. */
type ActiveMembersView = Pick<
  Selectable<TeamMembersTable>,
  "team_id" | "user_id" | "role" | "permissions" | "accepted"
>;

declare module "../../platform/db/schema.ts" {
  interface Database {
    teams: TeamsTable;
    active_members: ActiveMembersView;
    team_members: TeamMembersTable;
  }
}
