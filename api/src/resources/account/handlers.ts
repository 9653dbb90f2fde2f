import { Readable } from "node:stream";
import type { Context } from "hono";
import { canSwitchAutoSegmentation } from "../../access/user.ts";
import { findKnownDevice, newDeviceToken } from "../../platform/auth/devices.ts";
import { callAuth } from "../../platform/auth/gateway.ts";
import { limitLogins } from "../../platform/auth/login-attempts.ts";
import { endOldSessions } from "../../platform/auth/sessions.ts";
import { findPasswordHash, findUser, updateUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import { zipOf } from "../../platform/files/archive.ts";
import { deleteFiles, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { detailError, fieldError, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { Env, Viewer } from "../../platform/http/viewer.ts";
import { enqueueReset } from "../../platform/mail/request-reset.ts";
import { knownClass } from "../boats/known-class.ts";
import type { ACCOUNT_ROUTES, USER_ROUTES } from "./contract.ts";
import { checkCurrentPassword, replacePassword } from "./credentials.ts";
import { deleteAccount, findUserInfo } from "./delete-account.ts";
import {
  confirmationPage,
  confirmEmail,
  confirmedPage,
  mailConfirmation,
  requestEmailChange,
} from "./email-confirmation.ts";
import { entriesOf, exportAddress, userOfAddress } from "./exports.ts";
import { presentUser } from "./present.ts";
import { keepProfileImage } from "./profile-image.ts";
import type { Session } from "./schema.ts";

const DISABLED =
  "This account is disabled. Your tracks are kept. Write to those who run this server to have it enabled.";

/** Accounts and sessions. */
export const USER_HANDLERS: Handlers<typeof USER_ROUTES> = {
  "POST /users/register/": async ({ context, c, body: { password_confirmation: _, ...fields } }) => {
    const name = `${fields.first_name} ${fields.last_name}`;
    const body = await beginSession(context, c, "/sign-up/email", { ...fields, name });
    const user = await findUser(context.db, body.user.id);
    if (user) await mailConfirmation(context, user);
    return { status: 201, body };
  },

  "POST /users/login/": async ({ context, c, body: { devices = [], ...body } }) => {
    const known = await findKnownDevice(context, body.email, devices);
    const login = { email: body.email, client_address: c.get("client_address"), device_id: known?.id ?? null };
    const signIn = () => beginSession(context, c, "/sign-in/email", body, known?.token);
    return { status: 200, body: await limitLogins(context, login, signIn) };
  },

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
    const { password, current_password, email: requested_email, units, ...others } = body;
    const primary_boat_class = knownClass(context.core, others.primary_boat_class, "primary_boat_class");
    const changes = { ...others, ...(primary_boat_class !== undefined && { primary_boat_class }) };
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
      return updateUser(trx, viewer.id, { ...changes, ...(units && { units: JSON.stringify(units) }), name });
    });
    return { status: 200, body: await presentUser(user, context) };
  },

  "GET /users/confirm-email/": ({ context, query: { token }, c }) =>
    confirmationPage(context, token, new URL(c.req.url).search),

  "POST /users/confirm-email/": async ({ context, query: { token } }) =>
    confirmedPage(context.config, await confirmEmail(context, token)),

  "POST /users/confirm-email/resend/": async ({ context, viewer }) => {
    await mailConfirmation(context, viewer);
    const detail = viewer.email_verified ? "Your address is confirmed." : `A link was sent to ${viewer.email}.`;
    return { status: 200, body: { detail } };
  },

  "POST /users/profileimg/": async ({ context, viewer, c }) => {
    const image = await keepProfileImage(context, c.req.raw);
    const changed = await withStoredFiles(context, [image], () => replaceImage(context, viewer, image));
    return { status: 200, body: await presentUser(changed, context) };
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
  known_device?: string,
): Promise<Session> {
  const answer = await call(context, c, path, fields);
  const user = await findUser(context.db, Number((answer.body.user as { id: string }).id));
  if (!user || !answer.token) throw detailError("fault", "The session could not be started. Try again.");
  // Checked after the password: a caller without it must not learn that the account is disabled.
  if (user.disabled_at) {
    await context.db.deleteFrom("sessions").where("user_id", "=", user.id).execute();
    throw detailError("account_disabled", DISABLED);
  }
  await endOldSessions(context.db, user.id);
  const device = known_device ?? newDeviceToken(context, (await findPasswordHash(context.db, user.id)) ?? "");
  return { user: await presentUser(user, context), access: answer.token, device };
}

function replaceImage(context: AppContext, viewer: Viewer, image: string | null) {
  return context.db.transaction().execute(async (trx) => {
    const former = await trx
      .selectFrom("users")
      .select("image")
      .where("id", "=", viewer.id)
      .forUpdate()
      .executeTakeFirst();
    await deleteFiles(context, trx, [former?.image]);
    return updateUser(trx, viewer.id, { image });
  });
}

/** Other people; leaving, and the own data. */
export const ACCOUNT_HANDLERS: Handlers<typeof ACCOUNT_ROUTES> = {
  "POST /users/info/": async ({ context, viewer, body: { id } }) => {
    const found = await findUserInfo(context.db, viewer, id);
    if (!found) throw notFound("This person");
    const { image, ...person } = found;
    return { status: 200, body: { ...person, profile_img: image && context.storage.signedPath(image) } };
  },

  "DELETE /users/me/": async ({ context, viewer, body: { current_password } }) => {
    await checkCurrentPassword(context, viewer, current_password);
    await deleteAccount(context, viewer);
    return { status: 204 };
  },

  "POST /users/export/": ({ context, viewer }) => ({
    status: 200,
    body: { url: exportAddress(context.config, viewer) },
  }),

  "GET /users/export/": async ({ context, query }) => {
    const user = await userOfAddress(context, query);
    const zip = zipOf(entriesOf(context, user));
    zip.on("error", (error) => context.log.error("an export ended early", { user_id: user.id, error }));
    const content = Readable.toWeb(zip) as ReadableStream<Uint8Array>;
    return { status: 200, download: { content, content_type: "application/zip", name: "leebow-export.zip" } };
  },
};
