import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import { callAuth } from "../auth/gateway.ts";
import type { Env, Viewer } from "../auth/viewer.ts";
import { detailError, fieldError } from "../http/errors.ts";
import { answers, emptyAnswer, jsonBody, newApp, SECURED } from "../http/openapi.ts";
import { canSwitchAutoSegmentation } from "./policy.ts";
import { presentUser } from "./present.ts";
import { keepProfileImage } from "./profile-image.ts";
import { findUser, findUserByEmail, updateUser } from "./queries.ts";
import { ForgotBody, LoginBody, RegisterBody, ResetBody, SessionSchema, UpdateUserBody, UserSchema } from "./schema.ts";

/** Accounts and sessions. */
export function userRoutes(context: AppContext): OpenAPIHono<Env> {
  const app = newApp();

  app.openapi(register, async (c) => {
    const { password_confirmation: _, ...body } = c.req.valid("json");
    const signedUp = await call(context, c, "/sign-up/email", {
      ...body,
      name: `${body.first_name} ${body.last_name}`,
    });
    return c.json(await session(context, signedUp), 201);
  });

  app.openapi(login, async (c) => {
    const signedIn = await call(context, c, "/sign-in/email", c.req.valid("json"));
    return c.json(await session(context, signedIn), 200);
  });

  app.openapi(logout, async (c) => {
    await call(context, c, "/sign-out", {});
    return c.body(null, 204);
  });

  app.openapi(me, (c) => c.json(presentUser(c.get("viewer"), context.storage), 200));

  app.openapi(update, async (c) => {
    const { password, email, ...changes } = c.req.valid("json");
    const viewer = c.get("viewer");
    if (changes.auto_segmentation_enabled && !canSwitchAutoSegmentation(viewer)) {
      throw fieldError({
        auto_segmentation_enabled: ["Your plan has no Auto Segmentation. Choose another plan first."],
      });
    }
    if (password) await changePassword(context, c, viewer, password);
    return c.json(presentUser(await changeUser(context, viewer, changes, email), context.storage), 200);
  });

  app.openAPIRegistry.registerPath(uploadImage);
  app.post("/users/profileimg", async (c) => {
    const image = await keepProfileImage(context.storage, c.req.raw);
    return c.json(presentUser(await replaceImage(context, c.get("viewer"), image), context.storage), 200);
  });

  app.openapi(removeImage, async (c) => {
    await replaceImage(context, c.get("viewer"), null);
    return c.body(null, 204);
  });

  // Always the same answer: it tells nobody which addresses have an account.
  app.openapi(forgot, async (c) => {
    await call(context, c, "/request-password-reset", c.req.valid("json"));
    return c.json({ detail: "A reset link was sent to your email" }, 200);
  });

  app.openapi(reset, async (c) => {
    const { uuid, password } = c.req.valid("json");
    await call(context, c, "/reset-password", { token: uuid, newPassword: password });
    return c.json({ detail: "Password changed" }, 200);
  });

  return app;
}

function call(context: AppContext, c: Context<Env>, path: string, body: Record<string, unknown>) {
  const known = { client_address: c.get("client_address"), public_url: context.config.public_url };
  return callAuth(context.auth, c, known, path, body);
}

async function session(context: AppContext, answer: Awaited<ReturnType<typeof callAuth>>) {
  const { id } = answer.body.user as { id: string };
  const user = await findUser(context.db, Number(id));
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

const tags = ["Users"];
const register = createRoute({
  method: "post",
  path: "/users/register",
  tags,
  summary: "Open an account",
  request: { body: jsonBody(RegisterBody) },
  responses: answers(201, SessionSchema, "The new session"),
});
const login = createRoute({
  method: "post",
  path: "/users/login",
  tags,
  summary: "Log in",
  request: { body: jsonBody(LoginBody) },
  responses: answers(200, SessionSchema, "The session"),
});
const logout = createRoute({
  method: "post",
  path: "/users/logout",
  tags,
  summary: "End this session",
  ...SECURED,
  responses: emptyAnswer("Logged out"),
});
const me = createRoute({
  method: "get",
  path: "/users/me",
  tags,
  summary: "Who am I",
  ...SECURED,
  responses: answers(200, UserSchema, "You"),
});
const update = createRoute({
  method: "patch",
  path: "/users",
  tags,
  summary: "Change the own profile",
  ...SECURED,
  request: { body: jsonBody(UpdateUserBody) },
  responses: answers(200, UserSchema, "You, changed"),
});
const uploadImage: RouteConfig = {
  method: "post",
  path: "/users/profileimg",
  tags,
  summary: "Set the own picture",
  ...SECURED,
  request: {
    body: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
        },
      },
    },
  },
  responses: answers(200, UserSchema, "You, with the picture"),
};
const removeImage = createRoute({
  method: "delete",
  path: "/users/profileimg",
  tags,
  summary: "Remove the own picture",
  ...SECURED,
  responses: emptyAnswer("Removed"),
});
const forgot = createRoute({
  method: "post",
  path: "/users/forgot",
  tags,
  summary: "Send a link for a new password",
  request: { body: jsonBody(ForgotBody) },
  responses: answers(200, "Detail", "The same for every address"),
});
const reset = createRoute({
  method: "post",
  path: "/users/reset",
  tags,
  summary: "Set a new password with the link's token",
  request: { body: jsonBody(ResetBody) },
  responses: answers(200, "Detail", "Changed; every session has ended"),
});
