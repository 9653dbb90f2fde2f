import type { Context } from "hono";
import { sessionIdOf } from "../../platform/auth/sessions.ts";
import { endOtherSessions, endResetLinks, findPasswordHash, replacePasswordHash } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { fieldError } from "../../platform/http/errors.ts";
import type { Env, Viewer } from "../../platform/http/viewer.ts";

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
