import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import { callAuth } from "../auth/gateway.ts";
import { limitLogins } from "../auth/login-attempts.ts";
import type { Env, Viewer } from "../auth/viewer.ts";
import { detailError, fieldError } from "../http/errors.ts";
import type { Handlers } from "../http/mount.ts";
import type { USER_ROUTES } from "./contract.ts";
import { canSwitchAutoSegmentation } from "./policy.ts";
import { presentUser } from "./present.ts";
import { keepProfileImage } from "./profile-image.ts";
import { findUser, findUserByEmail, updateUser } from "./queries.ts";
import type { Session } from "./schema.ts";

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
  "POST /users/forgot/": async ({ context, c, body }) => {
    await call(context, c, "/request-password-reset", body);
    return { status: 200, body: { detail: "A reset link was sent to your email" } };
  },

  "POST /users/reset/": async ({ context, c, body: { uuid, password } }) => {
    await call(context, c, "/reset-password", { token: uuid, newPassword: password });
    return { status: 200, body: { detail: "Password changed" } };
  },

  "GET /users/me/": ({ context, viewer }) => ({ status: 200, body: presentUser(viewer, context.storage) }),

  "PATCH /users/": async ({ context, viewer, c, body }) => {
    const { password, email, ...changes } = body;
    if (changes.auto_segmentation_enabled && !canSwitchAutoSegmentation(viewer)) {
      throw fieldError({
        auto_segmentation_enabled: ["Your plan has no Auto Segmentation. Choose another plan first."],
      });
    }
    if (password) await changePassword(context, c, viewer, password);
    return { status: 200, body: presentUser(await changeUser(context, viewer, changes, email), context.storage) };
  },

  "POST /users/profileimg/": async ({ context, viewer, c }) => {
    const image = await keepProfileImage(context.storage, c.req.raw);
    return { status: 200, body: presentUser(await replaceImage(context, viewer, image), context.storage) };
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
  return { user: presentUser(user, context.storage), access: answer.token };
}

async function replaceImage(context: AppContext, viewer: Viewer, image: string | null) {
  const changed = await updateUser(context.db, viewer.id, { image });
  if (viewer.image) await context.storage.remove(viewer.image);
  return changed;
}

type Changes = Parameters<typeof updateUser>[2];

async function changeUser(context: AppContext, viewer: Viewer, changes: Changes, email: string | undefined) {
  const wanted = {
    ...changes,
    name: `${changes.first_name ?? viewer.first_name} ${changes.last_name ?? viewer.last_name}`,
  };
  if (!email || email.toLowerCase() === viewer.email) return updateUser(context.db, viewer.id, wanted);
  const taken = fieldError({ email: ["There is an account with this e-mail already."] });
  if (await findUserByEmail(context.db, email)) throw taken;
  return updateUser(context.db, viewer.id, { ...wanted, email: email.toLowerCase(), email_verified: false });
}

/** A new password ends every other session: whoever knew the old one is out. */
async function changePassword(context: AppContext, c: Context<Env>, viewer: Viewer, password: string) {
  const { internalAdapter, password: hasher } = await context.auth.$context;
  await internalAdapter.updatePassword(String(viewer.id), await hasher.hash(password));
  const bearer = c.req.header("authorization")?.slice("Bearer ".length) ?? "";
  const token = decodeURIComponent(bearer).split(".")[0] ?? "";
  await context.db.deleteFrom("sessions").where("user_id", "=", viewer.id).where("token", "!=", token).execute();
}
