import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import { callAuth } from "../auth/gateway.ts";
import { limitLogins } from "../auth/login-attempts.ts";
import type { Env, Viewer } from "../auth/viewer.ts";
import type { Config } from "../config.ts";
import { detailError, fieldError, forbidden } from "../http/errors.ts";
import { htmlPage, htmlText } from "../http/html-page.ts";
import type { Handlers } from "../http/mount.ts";
import { enqueueReset } from "../mail/request-reset.ts";
import type { USER_ROUTES } from "./contract.ts";
import { checkCurrentPassword, confirmEmail, replacePassword, requestEmailChange } from "./credentials.ts";
import { canSwitchAutoSegmentation } from "./policy.ts";
import { presentUser } from "./present.ts";
import { keepProfileImage } from "./profile-image.ts";
import { findUser, updateUser } from "./queries.ts";
import type { Session } from "./schema.ts";

const DISABLED =
  "This account is disabled. Your tracks are kept. Write to those who run this server to have it enabled.";

/** Accounts and sessions. */
export const USER_HANDLERS: Handlers<typeof USER_ROUTES> = {
  "POST /users/register/": async ({ context, c, body: { password_confirmation: _, ...fields } }) => {
    const name = `${fields.first_name} ${fields.last_name}`;
    return { status: 201, body: await beginSession(context, c, "/sign-up/email", { ...fields, name }) };
  },

  "POST /users/login/": async ({ context, c, body }) => ({
    status: 200,
    body: await limitLogins(context, body.email, () => beginSession(context, c, "/sign-in/email", body)),
  }),

  "POST /users/logout/": async ({ context, c }) => {
    await call(context, c, "/sign-out", {});
    return { status: 204 };
  },

  // The same answer with and without an account: it reveals no addresses.
  "POST /users/forgot/": async ({ context, body }) => {
    await enqueueReset(context, context.db, body.email);
    return { status: 200, body: { detail: "A reset link was sent to your email" } };
  },

  "POST /users/reset/": async ({ context, c, body: { uuid, password } }) => {
    await call(context, c, "/reset-password", { token: uuid, newPassword: password });
    return { status: 200, body: { detail: "Password changed" } };
  },

  "GET /users/me/": async ({ context, viewer }) => ({ status: 200, body: await presentUser(viewer, context) }),

  "PATCH /users/": async ({ context, viewer, c, body }) => {
    const { password, current_password, email: requested_email, ...changes } = body;
    if (changes.auto_segmentation_enabled && !canSwitchAutoSegmentation(viewer)) {
      throw fieldError({
        auto_segmentation_enabled: ["Your plan has no Auto Segmentation. Choose another plan first."],
      });
    }
    const email = requested_email?.toLowerCase() === viewer.email ? undefined : requested_email?.toLowerCase();
    const old_hash = password || email ? await checkCurrentPassword(context, viewer, current_password) : "";
    const { password: hasher } = await context.auth.$context;
    const new_hash = password && (await hasher.hash(password));
    const name = `${changes.first_name ?? viewer.first_name} ${changes.last_name ?? viewer.last_name}`;
    const user = await context.db.transaction().execute(async (trx) => {
      if (new_hash) await replacePassword(trx, viewer, c, new_hash);
      if (email) await requestEmailChange(context, trx, viewer, email, new_hash ?? old_hash);
      return updateUser(trx, viewer.id, { ...changes, name });
    });
    return { status: 200, body: await presentUser(user, context) };
  },

  "GET /users/confirm-email/": async ({ context, query: { token } }) => {
    const confirmed = await confirmEmail(context, token);
    const { config } = context;
    if (confirmed === "taken")
      return { status: 410, html: page(config, "There is an account with this e-mail already.") };
    if (confirmed === "invalid")
      return { status: 410, html: page(config, "This link was used already or has expired.") };
    return { status: 200, html: page(config, `Your Leebow account now has the e-mail address ${confirmed.email}.`) };
  },

  "POST /users/profileimg/": async ({ context, viewer, c }) => {
    const image = await keepProfileImage(context.storage, c.req.raw);
    return { status: 200, body: await presentUser(await replaceImage(context, viewer, image), context) };
  },

  "DELETE /users/profileimg/": async ({ context, viewer }) => {
    await replaceImage(context, viewer, null);
    return { status: 204 };
  },
};

function call(context: AppContext, c: Context<Env>, path: string, body: Record<string, unknown>) {
  const caller = { client_address: c.get("client_address"), public_url: context.config.public_url };
  return callAuth(context.auth, c, caller, path, body);
}

async function beginSession(
  context: AppContext,
  c: Context<Env>,
  path: string,
  fields: Record<string, unknown>,
): Promise<Session> {
  const answer = await call(context, c, path, fields);
  const user = await findUser(context.db, Number((answer.body.user as { id: string }).id));
  if (!user || !answer.token) throw detailError(500, "The session could not be started. Try again.");
  // After the password was right, so that nobody else learns of it.
  if (user.disabled_at) {
    await context.db.deleteFrom("sessions").where("user_id", "=", user.id).execute();
    throw forbidden(DISABLED);
  }
  return { user: await presentUser(user, context), access: answer.token };
}

async function replaceImage(context: AppContext, viewer: Viewer, image: string | null) {
  const changed = await updateUser(context.db, viewer.id, { image });
  if (viewer.image) await context.storage.remove(viewer.image);
  return changed;
}

/** A page of one sentence with a link to the screens. */
function page(config: Config, sentence: string): string {
  const link = `<div class="actions"><a href="${htmlText(config.public_url)}/">Continue to Leebow</a></div>`;
  return htmlPage(config, "Email address", `<h1>${htmlText(sentence)}</h1>${link}`);
}
