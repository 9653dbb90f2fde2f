import { type Membership, membershipOf } from "../../access/team.ts";
import { lockUserByEmail } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { detailError, fieldError, forbidden, limitReached, notFound } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { mailedName } from "../../platform/mail/mail.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";
import {
  countTeamsOf,
  deleteMember,
  deleteTeam,
  findTeamsOf,
  insertMember,
  lockTeamOf,
  type MemberRow,
  type TeamWithMembers,
  updateMember,
  updateTeam,
} from "./queries.ts";
import type { TeamRole } from "./schema.ts";

const LAST_COACH = "A team needs a coach. Promote somebody else to coach first.";
const COACHES_ONLY = "Members are managed by the coaches of the team.";

/** The viewer's team, locked. Throws 404 unless he is a member, and 403 unless he is a coach of it. */
async function lockCoachedTeam(trx: Db, viewer: Viewer, team_id: number): Promise<TeamWithMembers> {
  const found = await lockOwnTeam(trx, viewer, team_id);
  if (memberOf(found, viewer.id).role !== "COACH") throw forbidden(COACHES_ONLY);
  return found;
}

export async function lockOwnTeam(trx: Db, viewer: Viewer, team_id: number): Promise<TeamWithMembers> {
  const found = await lockTeamOf(trx, viewer.id, team_id);
  if (!found) throw notFound("This team");
  return found;
}

/** Throws 404 when the user is no member. */
function memberOf({ members }: TeamWithMembers, user_id: number): MemberRow {
  const member = members.find((one) => one.user_id === user_id);
  if (!member) throw notFound("This member");
  return member;
}

/** Makes the person with this e-mail an athlete of the team, and enqueues the mail that says so. */
export async function addMember(context: AppContext, trx: Db, viewer: Viewer, team_id: number, email: string) {
  // The team first, then the user: the deletion of an account takes these locks in the same order.
  const { team, members } = await lockCoachedTeam(trx, viewer, team_id);
  const user = await lockUserByEmail(trx, email);
  if (!user) throw fieldError({ email: ["There is no account with this e-mail. Ask the person to register first."] });
  if (members.some(({ user_id }) => user_id === user.id))
    throw detailError("already_member", "This person is a member already.");
  if (members.length >= LIMITS.members_per_team) {
    throw limitReached(`This team has ${LIMITS.members_per_team} members`, "");
  }
  if ((await countTeamsOf(trx, user.id)) >= LIMITS.teams_per_user) {
    throw limitReached(`This person is in ${LIMITS.teams_per_user} teams`, "");
  }
  await insertMember(trx, team_id, user.id, "ATHLETE", false);
  if (user.email_notifications) await mailNewMember(context, trx, viewer, team, user.email);
}

export async function changeRole(trx: Db, viewer: Viewer, team_id: number, user_id: number, role: TeamRole) {
  const found = await lockCoachedTeam(trx, viewer, team_id);
  const member = memberOf(found, user_id);
  if (role === "ATHLETE") refuseLastCoach(membershipOf(found, member));
  await updateMember(trx, team_id, user_id, { role });
}

export async function removeMember(trx: Db, viewer: Viewer, team_id: number, user_id: number) {
  const found = await lockCoachedTeam(trx, viewer, team_id);
  await takeOut(trx, found, memberOf(found, user_id));
}

export async function leaveTeam(trx: Db, viewer: Viewer, team_id: number) {
  const found = await lockOwnTeam(trx, viewer, team_id);
  await takeOut(trx, found, memberOf(found, viewer.id));
}

async function takeOut(trx: Db, found: TeamWithMembers, member: MemberRow): Promise<void> {
  const { is_last_coach, is_creator } = membershipOf(found, member);
  refuseLastCoach({ is_last_coach });
  await deleteMember(trx, member.team_id, member.user_id);
  if (is_creator) await updateTeam(trx, member.team_id, { created_by: successorOf(found, member.user_id) });
}

/**
 * Who becomes the creator of a team when its creator is no member any more: the coach of longest standing. Without that
 * nobody could change or delete the team.
 */
function successorOf({ members }: TeamWithMembers, leaving_id: number): number | null {
  const staying = members.filter(({ user_id }) => user_id !== leaving_id);
  const active = staying.filter(({ is_active }) => is_active);
  return (active.find(({ role }) => role === "COACH") ?? active[0] ?? staying[0])?.user_id ?? null;
}

function refuseLastCoach({ is_last_coach }: Pick<Membership, "is_last_coach">): void {
  if (is_last_coach) throw detailError("last_coach", LAST_COACH);
}

/** Tells a person by mail, and where to choose who may view private tracks, or to leave. */
async function mailNewMember(
  context: AppContext,
  trx: Db,
  viewer: Viewer,
  team: { id: number; name: string },
  to: string,
): Promise<void> {
  const text = [
    `${mailedName(viewer.first_name)} ${mailedName(viewer.last_name)} added you to the team "${mailedName(team.name)}" on Leebow.`,
    "",
    "Your private tracks are not shown to it until you choose who may see them: all teammates, or coaches only.",
    "Choose, or leave the team, here:",
    "",
    `${context.config.public_url}/teams/${team.id}`,
  ].join("\n");
  await enqueueMail(context, trx, { to, subject: "You were added to a team on Leebow", text });
}

/**
 * Removes a user whose account is deleted from the teams (resource.ts). A team without other members is deleted. In a team
 * without another coach, the member with a confirmed address who joined first becomes coach and gets a mail. The creator's
 * rights pass on as when a creator leaves. Returns the keys of logos.
 */
export async function handOverTeams(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  const logos: string[] = [];
  for (const found of await findTeamsOf(trx, user_id, undefined, { pending: true })) {
    const staying = found.members.filter((member) => member.user_id !== user_id);
    if (staying.length === 0) {
      await deleteTeam(trx, found.team.id);
      if (found.team.logo_key) logos.push(found.team.logo_key);
    } else {
      await handOver(context, trx, found, staying, user_id);
    }
  }
  return logos;
}

/**
 * Locks the teams of a user, in the order of their ids. It comes before the lock of the user's row: other transactions lock
 * a team first, and then the users that it refers to.
 */
export async function lockTeamsOf(trx: Db, user_id: number): Promise<void> {
  const of_user = trx.selectFrom("team_members").select("team_id").where("user_id", "=", user_id);
  await trx.selectFrom("teams").select("id").where("id", "in", of_user).orderBy("id").forUpdate().execute();
}

async function handOver(
  context: AppContext,
  trx: Db,
  { team, members }: TeamWithMembers,
  staying: MemberRow[],
  leaving_id: number,
): Promise<void> {
  if (!staying.some(({ role, is_active }) => role === "COACH" && is_active)) {
    await promote(context, trx, team.name, staying.find(({ is_active }) => is_active) ?? staying[0]!);
  }
  if (team.created_by === leaving_id) {
    await updateTeam(trx, team.id, { created_by: successorOf({ team, members }, leaving_id) });
  }
}

async function promote(context: AppContext, trx: Db, team_name: string, member: MemberRow): Promise<void> {
  await updateMember(trx, member.team_id, member.user_id, { role: "COACH" });
  const text = [
    `The last coach of the team "${mailedName(team_name)}" on Leebow has deleted the account. You are its coach now, as the member`,
    "of longest standing. Promote somebody else if you do not want to be:",
    "",
    `${context.config.public_url}/teams/${member.team_id}`,
  ].join("\n");
  await enqueueMail(context, trx, { to: member.email, subject: "You are the coach of a team on Leebow", text });
}
