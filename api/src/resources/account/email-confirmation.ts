import { endResetLinks } from "../../platform/auth/reset-links.ts";
import { findPasswordHash, findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { fieldError } from "../../platform/http/errors.ts";
import { consumeRateLimit } from "../../platform/http/rate-limit.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { mailedName } from "../../platform/mail/mail.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";
import { keyedHash } from "../../platform/signature.ts";
import { type EmailChange, emailLink, isSignedEmailToken, readEmailToken } from "./email-link.ts";

/** PostgreSQL's code of a violated unique constraint. */
const UNIQUE_VIOLATION = "23505";

const FIRST_CONFIRM =
  "Confirm your present address first: open the link in the mail that Leebow has sent to it. Your e-mail stays as it is.";

/**
 * Mails the link that changes the user's e-mail to the new address. It is sent whether or not another account has that
 * address, and nothing else happens until it is confirmed: the call reveals no addresses. Throws a field error before the
 * present address is confirmed: an account that anybody can open must not send mail to others.
 */
export async function requestEmailChange(
  context: AppContext,
  trx: Db,
  viewer: Viewer,
  to: string,
  password_hash: string,
): Promise<void> {
  if (!viewer.email_verified) throw fieldError({ email: [FIRST_CONFIRM] });
  const link = emailLink(context.config, changeOf(viewer, to), password_hash);
  const text = [
    `${nameOf(viewer)} asked to use this address for a Leebow account. Confirm it within a day:`,
    "",
    link,
    "",
    "If it was not you, do nothing: the account keeps its former address.",
  ].join("\n");
  const mail = { to, subject: "Confirm your new Leebow e-mail address", text };
  await enqueueMail(context, trx, mail, LIMITS.email_link_s);
}

/**
 * Mails the link that confirms the present address of an account, unless it is confirmed. One address gets a few such mails
 * a day, however often accounts are opened with it.
 */
export async function mailConfirmation(context: AppContext, user: Viewer): Promise<void> {
  const { config, db } = context;
  const { email, email_verified } = user;
  const hash = await findPasswordHash(db, user.id);
  if (email_verified || !hash) return;
  const mailbox = keyedHash(config.secret, "confirmation", email);
  const limit = { per: "address", max: LIMITS.confirmations_to_address_per_day, window_s: 24 * 3600 } as const;
  if ((await consumeRateLimit(db, `confirmation ${mailbox}`, limit)) > 0) return;
  const text = [
    "A Leebow account was opened with this address. Confirm within a day that it is yours:",
    "",
    emailLink(config, changeOf(user, email), hash),
    "",
    "Until then teams and roles give the account no rights. If you did not open it, do nothing.",
  ].join("\n");
  await enqueueMail(context, db, { to: email, subject: "Confirm your Leebow address", text }, LIMITS.email_link_s);
}

/** The change that a link to this address confirms. */
const changeOf = ({ id, email, email_confirmations }: Viewer, to: string) => ({
  user_id: id,
  from: email,
  to,
  confirmations: email_confirmations,
});

export type Confirmation = { email: string } | "invalid" | "taken";

/** What a valid link would confirm: the address, and whose account it would be the address of; null when it is void. */
export async function readConfirmation(
  context: AppContext,
  token: string,
): Promise<{ user: Viewer; change: EmailChange } | null> {
  const change = readEmailToken(token);
  const user = change && (await findUser(context.db, change.user_id));
  const hash = user && (await findPasswordHash(context.db, user.id));
  if (!change || !hash || !isSignedEmailToken(context.config, token, hash)) return null;
  return user.email === change.from && user.email_confirmations === change.confirmations ? { user, change } : null;
}

/**
 * Confirms the address that a mailed link names, and makes it the e-mail of the account. A link works once, and ends all
 * others; none works after a change of the password.
 */
export async function confirmEmail(context: AppContext, token: string): Promise<Confirmation> {
  const valid = await readConfirmation(context, token);
  if (!valid) return "invalid";
  const { user, change } = valid;
  const text = `Your Leebow account now has the address ${change.to}.\n\nIf it was not you, ask the people who run this server for help.`;
  try {
    const isFirst = await context.db.transaction().execute(async (trx) => {
      if (!(await storeConfirmation(trx, change))) return false;
      if (change.to === change.from) return true;
      await endResetLinks(trx, user.id);
      await enqueueMail(context, trx, { to: change.from, subject: "Your Leebow e-mail address was changed", text });
      return true;
    });
    if (!isFirst) return "invalid";
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return "taken";
    throw error;
  }
  return { email: change.to };
}

/** False when a link was used meanwhile. */
async function storeConfirmation(trx: Db, { user_id, to, confirmations }: EmailChange): Promise<boolean> {
  const stored = await trx
    .updateTable("users")
    .set({ email: to, email_verified: true, email_confirmations: confirmations + 1, updated_at: new Date() })
    .where("id", "=", user_id)
    .where("email_confirmations", "=", confirmations)
    .executeTakeFirst();
  return stored.numUpdatedRows > 0n;
}

export const nameOf = ({ first_name, last_name }: Pick<Viewer, "first_name" | "last_name">) =>
  `${mailedName(first_name)} ${mailedName(last_name)}`;
