import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import { endResetLinks } from "../auth/reset-links.ts";
import { sessionIdOf } from "../auth/sessions.ts";
import type { Env, Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { fieldError } from "../http/errors.ts";
import { endOtherSessions, findPasswordHash, replacePasswordHash } from "./queries.ts";

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

/** Stores a new password; ends the user's other sessions and the links for another password. */
export async function replacePassword(trx: Db, viewer: Viewer, c: Context<Env>, hash: string): Promise<void> {
  await replacePasswordHash(trx, viewer.id, hash);
  await endResetLinks(trx, viewer.id);
  await endOtherSessions(trx, viewer.id, sessionIdOf(c.req.header("authorization") ?? ""));
}
