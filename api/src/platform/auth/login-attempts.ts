import { HTTPException } from "hono/http-exception";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { detailError } from "../http/errors.ts";
import { consumeRateLimit } from "../http/rate-limit.ts";
import { LIMITS } from "../limits.ts";
import { keyedHash } from "../signature.ts";

const PURPOSE = "login-attempts";
const { login_first_delay_s, login_failures_expire_s } = LIMITS;

/** The end of a delay that there is not. */
const NEVER = sql<Date>`timestamptz 'epoch'`;

type Context = Pick<AppContext, "db" | "config">;

/** Failed logins that are counted together, and how they delay the next one. */
interface Counter {
  key: string;
  /** Failures before the first delay. */
  free: number;
  /** Each delay is twice the one before, up to this. */
  longest_delay_s: number;
}

export interface Login {
  email: string;
  client_address: string;
  /** Of the known device that logs in (devices.ts); null for any other. */
  device_id: string | null;
}

/**
 * Signs in unless failed attempts delay this login; the right password is refused then as well. A known device is delayed
 * by its own failures alone. Any other is delayed by those for this account from its address, and by those for this
 * account from all unknown devices together; and one address makes a limited number of logins a minute.
 *
 * An attempt is counted before the password is checked, so that simultaneous ones cannot pass together. Accounts are
 * counted by the e-mail given, whether or not one exists, so that the answer does not depend on it.
 */
export async function limitLogins<Session>(
  context: Context,
  login: Login,
  signIn: () => Promise<Session>,
): Promise<Session> {
  const { db } = context;
  if (login.device_id === null) await limitAddress(db, login.client_address);
  const counters = countersOf(context, login);
  await countAttempts(db, counters);
  try {
    const session = await signIn();
    const [own, ...shared] = counters;
    await db.deleteFrom("login_attempts").where("account", "=", own!.key).execute();
    // The guesses of others stay counted.
    for (const { key } of shared) await takeBackAttempt(db, key);
    return session;
  } catch (error) {
    // Another limit, or a fault of the server: no password was checked.
    const isRefusedPassword = error instanceof HTTPException && error.status === 400;
    if (!isRefusedPassword) for (const { key } of counters) await takeBackAttempt(db, key);
    throw error;
  }
}

async function limitAddress(db: Db, client_address: string): Promise<void> {
  const limit = { per: "address", max: LIMITS.logins_per_minute, window_s: 60 } as const;
  const wait_s = await consumeRateLimit(db, `logIn ${client_address}`, limit);
  if (wait_s > 0) throw delayed("Too many attempts from this address.", wait_s);
}

/** First the counter that a success clears. */
function countersOf({ config }: Context, { email, client_address, device_id }: Login): Counter[] {
  const account = accountKey(config.secret, email);
  const own = (name: string) => `${account}.${keyedHash(config.secret, PURPOSE, `${account}\n${name}`)}`;
  const free = LIMITS.login_free_failures;
  if (device_id !== null) {
    return [{ key: own(`device ${device_id}`), free, longest_delay_s: LIMITS.login_longest_delay_s }];
  }
  return [
    { key: own(`address ${client_address}`), free, longest_delay_s: LIMITS.login_longest_address_delay_s },
    { key: account, free: LIMITS.login_free_account_failures, longest_delay_s: LIMITS.login_longest_account_delay_s },
  ];
}

/** Counts the attempt in each of the counters, or in none: throws 429 when one of them delays it. */
async function countAttempts(db: Db, counters: readonly Counter[]): Promise<void> {
  for (const [i, counter] of counters.entries()) {
    const delay_s = await countAttempt(db, counter);
    if (delay_s === 0) continue;
    for (const { key } of counters.slice(0, i)) await takeBackAttempt(db, key);
    throw delayed("Too many failed logins for this account.", delay_s);
  }
}

const delayed = (reason: string, wait_s: number) =>
  detailError("too_many_requests", `${reason} Try again in ${wait_s} seconds.`, { "Retry-After": String(wait_s) });

/** Ends every delay of an account: after a new password was set by mail. */
export async function clearLoginAttempts({ db, config }: Context, email: string): Promise<void> {
  await sql`delete from login_attempts where starts_with(account, ${accountKey(config.secret, email)})`.execute(db);
}

/** Deletes the counts that no longer have an effect. */
export async function sweepLoginAttempts(db: Db): Promise<void> {
  await sql`delete from login_attempts
    where last_attempt < now() - make_interval(secs => ${login_failures_expire_s}::integer)`.execute(db);
}

/** Keyed, so that the table does not reveal addresses. */
const accountKey = (secret: string, email: string) => keyedHash(secret, PURPOSE, email.trim().toLowerCase());

/** Counts an attempt as failed; the seconds until the next one is allowed when it is delayed, else 0. */
async function countAttempt(db: Db, { key: account, free, longest_delay_s }: Counter): Promise<number> {
  // The failures with this attempt; the earlier ones expire together.
  const failures = sql`(case when a.last_attempt < now() - make_interval(secs => ${login_failures_expire_s}::integer)
    then 1 else a.failures + 1 end)`;
  // delay = first · 2^(failures − free), at most the longest; the exponent is bounded against overflow.
  const delay_s = sql`(case when ${failures} < ${free}::integer then 0 else
    least(${longest_delay_s}::float8, ${login_first_delay_s}::float8
      * power(2::float8, least(${failures} - ${free}::integer, 30))) end)`;
  // Without a delay never: now() is the moment at which a statement began, and one that waited for this row began earlier.
  const blocked_until = sql`(case when ${delay_s} = 0 then ${NEVER} else now() + make_interval(secs => ${delay_s}) end)`;
  const { rows } = await sql`
    insert into login_attempts as a (account, failures, blocked_until, last_attempt)
    values (${account}, 1, ${NEVER}, now())
    on conflict (account) do update set
      failures = ${failures}, blocked_until = ${blocked_until}, last_attempt = now()
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
    .set((eb) => ({ failures: sql<number>`greatest(${eb.ref("failures")} - 1, 0)`, blocked_until: NEVER }))
    .where("account", "=", account)
    .execute();
}
