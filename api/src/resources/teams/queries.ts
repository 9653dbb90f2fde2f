import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { TeamRole } from "./schema.ts";

export interface TeamRow {
  id: number;
  name: string;
  logo_key: string | null;
  created_by: number | null;
  created_at: Date;
}

export interface MemberRow {
  team_id: number;
  user_id: number;
  role: TeamRole;
  permissions: "ALL" | "COACH_ONLY";
  accepted: boolean;
  email: string;
  first_name: string;
  last_name: string;
  image: string | null;
  /** Whether the e-mail address is confirmed; before, the membership gives no rights. */
  is_active: boolean;
}

/** A team and its members, those of longest standing first. */
export interface TeamWithMembers {
  team: TeamRow;
  members: MemberRow[];
}

/**
 * The user's teams by name: all of them, or the one with this id. Two queries, however many teams. A user whose
 * address is not confirmed has none, but with `pending`.
 */
export async function findTeamsOf(
  db: Db,
  user_id: number,
  team_id?: number,
  { pending = false } = {},
): Promise<TeamWithMembers[]> {
  const teams = await db
    .selectFrom("teams")
    .innerJoin("team_members as me", "me.team_id", "teams.id")
    .innerJoin("users", "users.id", "me.user_id")
    .select(["teams.id", "teams.name", "teams.logo_key", "teams.created_by", "teams.created_at"])
    .where("me.user_id", "=", user_id)
    .$if(!pending, (query) => query.where("users.email_verified", "=", true))
    .$if(team_id !== undefined, (query) => query.where("teams.id", "=", team_id!))
    .orderBy(sql`lower(teams.name)`)
    .orderBy("teams.id")
    .execute();
  const members = await findMembers(
    db,
    teams.map(({ id }) => id),
  );
  return teams.map((team) => ({ team, members: members.filter((member) => member.team_id === team.id) }));
}

async function findMembers(db: Db, team_ids: number[]): Promise<MemberRow[]> {
  if (team_ids.length === 0) return [];
  return db
    .selectFrom("team_members as member")
    .innerJoin("users", "users.id", "member.user_id")
    .select(["member.team_id", "member.user_id", "member.role", "member.permissions", "member.accepted"])
    .select(["users.email", "users.first_name", "users.last_name", "users.image", "users.email_verified as is_active"])
    .where("member.team_id", "in", team_ids)
    .orderBy("member.joined_at")
    .orderBy("member.user_id")
    .execute();
}

/**
 * A team of the user's with its members, locked until the transaction ends: whoever changes its members waits here, so
 * that what the caller decides by their number holds.
 */
export async function lockTeamOf(trx: Db, user_id: number, team_id: number): Promise<TeamWithMembers | undefined> {
  await trx.selectFrom("teams").select("id").where("id", "=", team_id).forUpdate().execute();
  return (await findTeamsOf(trx, user_id, team_id))[0];
}

export async function countTeamsOf(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("team_members")
    .select((eb) => eb.fn.countAll().as("teams"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return Number(row.teams);
}

export async function insertTeam(trx: Db, name: string, logo_key: string | null, created_by: number): Promise<number> {
  const { id } = await trx
    .insertInto("teams")
    .values({ name, logo_key, created_by })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertMember(trx, id, created_by, "COACH", true);
  return id;
}

export async function updateTeam(
  trx: Db,
  team_id: number,
  changes: { name?: string; logo_key?: string; created_by?: number | null },
): Promise<void> {
  await trx.updateTable("teams").set(changes).where("id", "=", team_id).execute();
}

export async function deleteTeam(trx: Db, team_id: number): Promise<void> {
  await trx.deleteFrom("teams").where("id", "=", team_id).execute();
}

export async function insertMember(
  trx: Db,
  team_id: number,
  user_id: number,
  role: TeamRole,
  accepted: boolean,
): Promise<void> {
  await trx.insertInto("team_members").values({ team_id, user_id, role, accepted }).execute();
}

export async function updateMember(
  trx: Db,
  team_id: number,
  user_id: number,
  changes: { role?: TeamRole; permissions?: "ALL" | "COACH_ONLY"; accepted?: boolean },
): Promise<void> {
  await trx
    .updateTable("team_members")
    .set(changes)
    .where("team_id", "=", team_id)
    .where("user_id", "=", user_id)
    .execute();
}

export async function deleteMember(trx: Db, team_id: number, user_id: number): Promise<void> {
  await trx.deleteFrom("team_members").where("team_id", "=", team_id).where("user_id", "=", user_id).execute();
}
