import { membershipOf, teamCan } from "../../access/team.ts";
import type { AppContext } from "../../platform/context.ts";
import { type ArchiveEntry, jsonEntry } from "../../platform/files/archive.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { findTeamsOf, type MemberRow, type TeamWithMembers } from "./queries.ts";
import type { Team, TeamMember } from "./schema.ts";

/** A team as one of its members receives it. */
export function presentTeam({ team, members }: TeamWithMembers, viewer_id: number, storage: Storage): Team {
  const me = members.find(({ user_id }) => user_id === viewer_id)!;
  const inRole = (role: MemberRow["role"]) =>
    members.filter((member) => member.role === role).map((member) => presentMember(member, storage));
  return {
    id: team.id,
    name: team.name,
    logo: team.logo_key && storage.signedPath(team.logo_key),
    created_by: team.created_by,
    created: team.created_at.toISOString(),
    coaches: inRole("COACH"),
    athletes: inRole("ATHLETE"),
    membership: { role: me.role, permissions: me.permissions, accepted: me.accepted },
    can: teamCan(membershipOf({ team, members }, me)),
  };
}

function presentMember(member: MemberRow, storage: Storage): TeamMember {
  const { user_id, email, first_name, last_name, image, is_active } = member;
  const profile_img = image && storage.signedPath(image);
  return { id: user_id, email, first_name, last_name, profile_img, pending: !is_active };
}

/** The user's teams and his place in them. The other members are theirs to take along. */
export async function* exportTeams({ db }: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  const teams = (await findTeamsOf(db, user.id)).map(({ team, members }) => {
    const { role, permissions } = members.find(({ user_id }) => user_id === user.id)!;
    return { id: team.id, name: team.name, created: team.created_at.toISOString(), role, permissions };
  });
  yield jsonEntry("teams.json", teams);
}
