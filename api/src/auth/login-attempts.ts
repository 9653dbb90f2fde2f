import { createHmac } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import { sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import { deriveKey } from "../config.ts";
import type { Db } from "../database/open.ts";
import { detailError } from "../http/errors.ts";
import { LIMITS } from "../limits.ts";

const { login_free_failures, login_first_delay_s, login_longest_delay_s, login_failures_expire_s } = LIMITS;

/**
 * Signs in unless the account is blocked after failed attempts; the right password is refused then as well. The delay
 * starts after {@link LIMITS}.login_free_failures failures and doubles with each further one; a success ends it.
 *
 * An attempt is counted before the password is checked, so that simultaneous ones cannot pass together. Accounts are
 * counted by the address given, whether or not one exists, so that the answer does not depend on it.
 */
export async function limitLogins<Session>(
  { db, config }: Pick<AppContext, "db" | "config">,
  email: string,
  signIn: () => Promise<Session>,
): Promise<Session> {
  const account = accountKey(config.secret, email);
  const delay_s = await countAttempt(db, account);
  if (delay_s > 0) {
    const detail = `Too many failed logins for this account. Try again in ${delay_s} seconds.`;
    throw detailError(429, detail, { "Retry-After": String(delay_s) });
  }
  try {
    const session = await signIn();
    await clearLoginAttempts({ db, config }, email);
    return session;
  } catch (error) {
    // The limit by address, or a fault of the server: no password was checked.
    const isRefusedPassword = error instanceof HTTPException && error.status === 400;
    if (!isRefusedPassword) await takeBackAttempt(db, account);
    throw error;
  }
}

/** Ends the delay of an account: after a login, and after a new password was set by mail. */
export async function clearLoginAttempts(
  { db, config }: Pick<AppContext, "db" | "config">,
  email: string,
): Promise<void> {
  await db.deleteFrom("login_attempts").where("account", "=", accountKey(config.secret, email)).execute();
}

/** Deletes the counts that no longer have an effect. */
export async function sweepLoginAttempts(db: Db): Promise<void> {
  await sql`delete from login_attempts
    where last_attempt < now() - make_interval(secs => ${login_failures_expire_s}::integer)`.execute(db);
}

/** A keyed hash, so that the table does not reveal addresses. */
function accountKey(secret: string, email: string): string {
  return createHmac("sha256", deriveKey(secret, "login-attempts"))
    .update(email.trim().toLowerCase())
    .digest("base64url");
}

/** Counts an attempt as failed; the seconds until the next one is allowed when the account is blocked, else 0. */
async function countAttempt(db: Db, account: string): Promise<number> {
  // The failures with this attempt; the earlier ones expire together.
  const failures = sql`(case when a.last_attempt < now() - make_interval(secs => ${login_failures_expire_s}::integer)
    then 1 else a.failures + 1 end)`;
  // delay = first · 2^(failures − free), at most the longest; the exponent is bounded against overflow.
  const delay_s = sql`(case when ${failures} < ${login_free_failures}::integer then 0 else
    least(${login_longest_delay_s}::float8, ${login_first_delay_s}::float8
      * power(2::float8, least(${failures} - ${login_free_failures}::integer, 30))) end)`;
  const { rows } = await sql`
    insert into login_attempts as a (account, failures, blocked_until, last_attempt)
    values (${account}, 1, now(), now())
    on conflict (account) do update set
      failures = ${failures}, blocked_until = now() + make_interval(secs => ${delay_s}), last_attempt = now()
    where a.blocked_until <= now()
    returning account`.execute(db);
  if (rows.length > 0) return 0;
  const blocked = await db
    .selectFrom("login_attempts")
    .select("blocked_until")
    .where("account", "=", account)
    .executeTakeFirst();
  return Math.max(1, Math.ceil(((blocked?.blocked_until.getTime() ?? 0) - Date.now()) / 1000));
}

async function takeBackAttempt(db: Db, account: string): Promise<void> {
  await db
    .updateTable("login_attempts")
    .set((eb) => ({ failures: sql<number>`greatest(${eb.ref("failures")} - 1, 0)`, blocked_until: new Date() }))
    .where("account", "=", account)
    .execute();
}
