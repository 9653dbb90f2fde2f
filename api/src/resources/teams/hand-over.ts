import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { mailedName } from "../../platform/mail/mail.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";
import { successorOf } from "./members.ts";
import { deleteTeam, findTeamsOf, type MemberRow, type TeamWithMembers, updateMember, updateTeam } from "./queries.ts";

/**
 * Takes a user whose account is deleted out of the teams (account/deletion-steps.ts): a team without other members is
 * deleted; one without another coach gets the member of longest standing, of those with a confirmed address, as its coach, who is told by mail; the creator's
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
