import { sql, type Updateable } from "kysely";
import type { Db } from "../db/open.ts";
import type { UsersTable } from "../db/schema.ts";

export function findUser(db: Db, id: number) {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();
}

/**
 * Makes other transactions that count what a user has wait until this one ends, so that no two of them pass a quota
 * together. Rows that refer to the user are written meanwhile.
 */
export async function lockQuotas(trx: Db, user_id: number): Promise<void> {
  await trx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
}

/** The user with this e-mail, who is not deleted before the transaction ends, with the lock of {@link lockQuotas}. */
export function lockUserByEmail(trx: Db, email: string) {
  return trx
    .selectFrom("users")
    .select(["id", "email", "email_notifications"])
    .where("email", "=", email.toLowerCase())
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function updateUser(db: Db, id: number, changes: Updateable<UsersTable>) {
  return db
    .updateTable("users")
    .set({ ...changes, updated_at: new Date() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Of the user's e-mail and password account, as better-auth stores it. */
export async function findPasswordHash(db: Db, user_id: number): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from accounts where user_id = ${user_id} and provider_id = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

export async function replacePasswordHash(db: Db, user_id: number, hash: string): Promise<void> {
  await sql`
    update accounts set password = ${hash}, updated_at = now()
    where user_id = ${user_id} and provider_id = 'credential'`.execute(db);
}

/** Ends every session of the user but the one of this token. */
export async function endOtherSessions(db: Db, user_id: number, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("user_id", "=", user_id).where("token", "!=", token).execute();
}

/**
 * Ends all links of a user that set a new password: with a new password, a new address, and the account. A link mailed to
 * the former address must not open the account.
 */
export async function endResetLinks(trx: Db, user_id: number): Promise<void> {
  // They hold the user's id in no column with a constraint.
  await sql`delete from verifications where value = ${String(user_id)}`.execute(trx);
}
