import { type Kysely, sql } from "kysely";

/**
 * Memberships that count: those of people whose e-mail address is confirmed. People who have a role or are in a team keep
 * what they have been given; everybody else confirms the address before something is given to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `update users set email_verified = true
    where not email_verified
      and (role is not null or exists (select from team_members where team_members.user_id = users.id))`,
  `create view active_members as
    select member.team_id, member.user_id, member.role, member.permissions, member.accepted
    from team_members as member join users on users.id = member.user_id
    where users.email_verified`,
];
