/** Messages about teams. Importable by the browser. */
import { z } from "zod";
import { Id, Instant, idText, ONE_LINE } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Email } from "../account/schema.ts";

export const TeamRole = z.enum(["COACH", "ATHLETE"], { error: "role is COACH or ATHLETE." });
export type TeamRole = z.infer<typeof TeamRole>;

export const TeamPermissions = z
  .enum(["ALL", "COACH_ONLY"], { error: "permissions is ALL or COACH_ONLY." })
  .meta({ description: "Who of the team may view this member's PRIVATE tracks: all teammates, or its coaches only" });
export type TeamPermissions = z.infer<typeof TeamPermissions>;

export const TeamName = z
  .string({ error: "Team Name required" })
  .trim()
  .min(1, "Team Name required")
  .max(LIMITS.mailed_name_chars, `A team name can have ${LIMITS.mailed_name_chars} characters at most`)
  .regex(ONE_LINE, "A team name is one line of text");

export const TeamMember = z
  .strictObject({
    id: Id.meta({ description: "Of the user" }),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    profile_img: z.string().nullable().meta({ description: "Signed address of a picture" }),
    pending: z.boolean().meta({
      description: "True until the person has confirmed the e-mail address: the membership gives no rights before",
    }),
  })
  .meta({ id: "TeamMember" });
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamCan = z
  .strictObject({ edit: z.boolean(), delete: z.boolean(), manage_members: z.boolean(), leave: z.boolean() })
  .meta({ id: "TeamCan", description: "What the viewer may do with the team; its last coach may not leave" });
export type TeamCan = z.infer<typeof TeamCan>;

export const Team = z
  .strictObject({
    id: Id,
    name: z.string(),
    logo: z.string().nullable().meta({ description: "Signed address of a picture" }),
    created_by: Id.nullable(),
    created: Instant,
    coaches: z.array(TeamMember),
    athletes: z.array(TeamMember),
    membership: z
      .strictObject({
        role: TeamRole,
        permissions: TeamPermissions,
        accepted: z.boolean().meta({
          description: "False until the member has chosen permissions: private tracks are not shown to the team before",
        }),
      })
      .meta({ description: "The viewer's own" }),
    can: TeamCan,
  })
  .meta({ id: "Team" });
export type Team = z.infer<typeof Team>;

export const Teams = z.array(Team).meta({ id: "Teams", description: "The viewer's teams, by name" });

export const TeamParams = z.object({ id: idText() });
export const MemberParams = z.object({ id: idText(), user_id: idText() });

const Logo = z.file().meta({ description: "JPEG, PNG or WebP" });
export const CreateTeam = z.object({ name: TeamName, logo: Logo.optional() }).meta({ id: "CreateTeam" });
export const UpdateTeam = z.object({ name: TeamName, logo: Logo }).partial().meta({ id: "UpdateTeam" });

export const AddMember = z.object({ email: Email }).meta({ id: "AddTeamMember" });
export const UpdateMember = z.object({ role: TeamRole }).meta({ id: "UpdateTeamMember" });
export const UpdateMembership = z.object({ permissions: TeamPermissions }).meta({ id: "UpdateTeamMembership" });
