import { type SqlBool, sql } from "kysely";
import { visibleTo } from "../../access/track.ts";
import { clearLoginAttempts } from "../../platform/auth/login-attempts.ts";
import { endResetLinks } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { DELETE_FILES } from "../../platform/files/files-of-rows.ts";
import { filesOfUser } from "../../platform/files/folders.ts";
import { isAdministrator, type Viewer } from "../../platform/http/viewer.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";

/** Keys of one job. */
const KEYS_PER_JOB = 1000;

/**
 * Deletes an account: its rows in one transaction with the jobs that delete its files, so that a process killed at any
 * moment leaves either the whole account or none of it.
 */
export async function deleteAccount(context: AppContext, viewer: Viewer): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    for (const { account } of context.resources) await account?.lock?.(trx, viewer.id);
    if (!(await lockUser(trx, viewer.id))) return;
    const keys = await filesOfUser(context, trx, viewer.id);
    for (const { account } of context.resources)
      keys.push(...((await account?.removed?.(context, trx, viewer.id)) ?? []));
    await deleteUser(trx, viewer.id);
    await enqueueDeletion(context, trx, keys);
    const text =
      "Your Leebow account was deleted with all its data.\n\nIf it was not you, ask the people who run this server.";
    await enqueueMail(context, trx, { to: viewer.email, subject: "Your Leebow account was deleted", text });
  });
  await clearLoginAttempts(context, viewer.email);
}

async function enqueueDeletion({ jobs }: AppContext, trx: Db, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_PER_JOB) {
    await jobs.enqueue(trx, DELETE_FILES, { keys: keys.slice(from, from + KEYS_PER_JOB) });
  }
}

/** The user's row, locked against new rows that refer to it; undefined when there is none any more. */
function lockUser(trx: Db, id: number) {
  return trx.selectFrom("users").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Deletes the user; everything that refers to the row goes with it. */
export async function deleteUser(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom("users").where("id", "=", id).execute();
  await endResetLinks(trx, id);
}

/** A person of whom the viewer may know the name: himself, a teammate, or the owner of a track he may view. */
export function findUserInfo(db: Db, viewer: Viewer, id: number) {
  const ownsVisibleTrack = db
    .selectFrom("tracks")
    .select("tracks.user_id")
    .where("tracks.user_id", "=", id)
    .where(visibleTo(viewer));
  const isTeammate = sql<SqlBool>`users.id in (select mate.user_id from active_members as me
    join active_members as mate on mate.team_id = me.team_id where me.user_id = ${viewer.id}::integer)`;
  return db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "image", "primary_boat_class"])
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb.lit(isAdministrator(viewer)),
        eb("users.id", "=", viewer.id),
        isTeammate,
        eb("users.id", "in", ownsVisibleTrack),
      ]),
    )
    .executeTakeFirst();
}
