import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import type { Env, Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { fieldError } from "../http/errors.ts";
import { LIMITS } from "../limits.ts";
import { mailedName } from "../mail/mail.ts";
import { enqueueMail } from "../mail/send-mail.ts";
import { emailLink, isSignedEmailToken, readEmailToken } from "./email-link.ts";
import { endOtherSessions, findPasswordHash, findUser, replacePasswordHash, updateUser } from "./queries.ts";

/** PostgreSQL's code of a violated unique constraint. */
const UNIQUE_VIOLATION = "23505";

/** The stored hash of the user's password. Throws a field error unless `given` is that password. */
export async function checkCurrentPassword(
  context: AppContext,
  viewer: Viewer,
  given: string | undefined,
): Promise<string> {
  if (!given) {
    throw fieldError({ current_password: ["Enter your current password to change your e-mail or password."] });
  }
  const hash = await findPasswordHash(context.db, viewer.id);
  const { password } = await context.auth.$context;
  if (!hash || !(await password.verify({ hash, password: given }))) {
    throw fieldError({ current_password: ["This is not your current password."] });
  }
  return hash;
}

/** Stores a new password and ends the user's other sessions. */
export async function replacePassword(trx: Db, viewer: Viewer, c: Context<Env>, hash: string): Promise<void> {
  await replacePasswordHash(trx, viewer.id, hash);
  const bearer = c.req.header("authorization")?.slice("Bearer ".length) ?? "";
  await endOtherSessions(trx, viewer.id, decodeURIComponent(bearer).split(".")[0] ?? "");
}

/**
 * Mails the link that changes the user's e-mail to the new address. It is sent whether or not another account has that
 * address, and nothing else happens until it is opened: the call reveals no addresses.
 */
export async function requestEmailChange(
  context: AppContext,
  trx: Db,
  viewer: Viewer,
  to: string,
  password_hash: string,
): Promise<void> {
  const link = emailLink(context.config, { user_id: viewer.id, from: viewer.email, to }, password_hash);
  const text = [
    `${mailedName(viewer.first_name)} ${mailedName(viewer.last_name)} asked to use this address for a Leebow account. Confirm it within a day:`,
    "",
    link,
    "",
    "If it was not you, do nothing: the account keeps its former address.",
  ].join("\n");
  const mail = { to, subject: "Confirm your new Leebow e-mail address", text };
  await enqueueMail(context, trx, mail, LIMITS.email_link_s);
}

export type Confirmation = { email: string } | "invalid" | "taken";

/** Changes the e-mail that a mailed link names. A link works once, and no more after a change of the password. */
export async function confirmEmail(context: AppContext, token: string): Promise<Confirmation> {
  const change = readEmailToken(token);
  const user = change && (await findUser(context.db, change.user_id));
  const hash = user && (await findPasswordHash(context.db, user.id));
  if (!change || !hash || user.email !== change.from || !isSignedEmailToken(context.config, token, hash)) {
    return "invalid";
  }
  const text = `Your Leebow account now has the address ${change.to}.\n\nIf it was not you, ask the people who run this server for help.`;
  try {
    await context.db.transaction().execute(async (trx) => {
      await updateUser(trx, user.id, { email: change.to, email_verified: true });
      await enqueueMail(context, trx, { to: change.from, subject: "Your Leebow e-mail address was changed", text });
    });
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return "taken";
    throw error;
  }
  return { email: change.to };
}
