/** What the page of a team can ask. */
import type { TeamMember } from "@leebow/api/contract";

export type TeamDialog =
  | { kind: "permissions" | "update" | "leave" | "delete" | "add" | "demote self" }
  | { kind: "remove"; member: TeamMember };

/** With fewer coaches none of them is demoted or removed. */
export const MIN_COACHES = 2;
/** Why the last coach can neither go nor be demoted. */
export const NEEDS_COACH = "A team needs a coach. Promote somebody else to coach first.";
