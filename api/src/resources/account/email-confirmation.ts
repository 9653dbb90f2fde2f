import { z } from "zod";
import { endResetLinks, findPasswordHash, findUser } from "../../platform/auth/users.ts";
import type { Config } from "../../platform/config.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { fieldError } from "../../platform/http/errors.ts";
import { buttonForm, htmlPage, htmlText } from "../../platform/http/html-page.ts";
import { consumeRateLimit } from "../../platform/http/rate-limit.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { mailedName } from "../../platform/mail/mail.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";
import { accountToken, isAccountToken, keyedHash } from "../../platform/signature.ts";

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

type Confirmation = { email: string } | "invalid" | "taken";

/** What a valid link would confirm: the address, and whose account it would be the address of; null when it is void. */
async function readConfirmation(
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

const PURPOSE = "email change";

/** A change of e-mail that the holder of the new address has to confirm. */
const EmailChange = z.object({
  user_id: z.int(),
  from: z.string(),
  to: z.string(),
  // How often the user has confirmed an address before; absent in links of the version before.
  confirmations: z.int().default(0),
  expires_ms: z.number(),
});
type EmailChange = z.infer<typeof EmailChange>;

/** Address of the link that confirms a change. `password_hash` is the stored one of the user. */
function emailLink(config: Config, change: Omit<EmailChange, "expires_ms">, password_hash: string): string {
  const expires_ms = Date.now() + LIMITS.email_link_s * 1000;
  const payload = Buffer.from(JSON.stringify({ ...change, expires_ms })).toString("base64url");
  const token = accountToken({ secret: config.secret, purpose: PURPOSE, password_hash }, payload);
  return `${config.public_url}/api/users/confirm-email/?token=${token}`;
}

/** The change that a token names, before its signature is checked; null when it is malformed or has expired. */
function readEmailToken(token: string): EmailChange | null {
  try {
    const change = EmailChange.parse(JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString("utf8")));
    return change.expires_ms > Date.now() ? change : null;
  } catch {
    return null;
  }
}

/** Whether this server signed the token while the user had the password of this hash: a new password voids all links. */
const isSignedEmailToken = ({ secret }: Config, token: string, password_hash: string): boolean =>
  isAccountToken({ secret, purpose: PURPOSE, password_hash }, token);

/** What the page behind a mailed link answers. */
interface PageAnswer {
  status: 200 | 410;
  html: string;
}

const VOID = "This link was used already or has expired.";
const NEXT = "If your address is not confirmed yet, Profile under My Account sends you a new link.";

/** The page behind the link: a button, because mail programs open links to check them. `search` is the query with the token. */
export async function confirmationPage(context: AppContext, token: string, search: string): Promise<PageAnswer> {
  const valid = await readConfirmation(context, token);
  if (!valid) return { status: 410, html: page(context.config, VOID, NEXT) };
  const { user, change } = valid;
  const body = `<h1>Is ${htmlText(change.to)} your address?</h1>
<p>It is given for the Leebow account of ${htmlText(nameOf(user))}.</p>
<p class="note">If this is not your account, close this page: it gets no rights by your address.</p>
<div class="actions">${buttonForm(`/api/users/confirm-email/${search}`, "Confirm", "primary")}</div>`;
  return { status: 200, html: htmlPage(context.config, "Email address", body) };
}

/** The page after the button. */
export function confirmedPage(config: Config, confirmed: Confirmation): PageAnswer {
  if (confirmed === "taken")
    return { status: 410, html: page(config, "There is an account with this e-mail already.") };
  if (confirmed === "invalid") return { status: 410, html: page(config, VOID, NEXT) };
  const sentence = `${confirmed.email} is confirmed as the e-mail address of your Leebow account.`;
  return { status: 200, html: page(config, sentence) };
}

/** A page of a sentence and what to do next, with a link to the screens. */
function page(config: Config, sentence: string, next = ""): string {
  const link = `<div class="actions"><a href="${htmlText(config.public_url)}/">Continue to Leebow</a></div>`;
  return htmlPage(
    config,
    "Email address",
    `<h1>${htmlText(sentence)}</h1>${next && `<p>${htmlText(next)}</p>`}${link}`,
  );
}
