import { clearLoginAttempts } from "../../platform/auth/login-attempts.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { DELETE_FILES } from "../../platform/files/delete-files.ts";
import { filesOfUser } from "../../platform/files/folders.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";
import { deleteUser, lockUser } from "./account-queries.ts";

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
