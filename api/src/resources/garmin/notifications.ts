import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { sealCallback } from "./connect.ts";
import { IMPORT_ACTIVITY } from "./import-activity.ts";
import { deleteLinksOf, insertActivities, storePermissions, usersOfGarmin } from "./queries.ts";
import type { ActivityFile, Notification } from "./schema.ts";

/** Kinds of activities that are sailed, as Garmin names them. Others stay in the Garmin account. */
const SAILED = /SAIL|BOATING|SURF|KITE|WIND|FOIL|^OTHER$|^UNCATEGORIZED$|^WATER_SPORTS/i;
/** Files that Leebow reads. */
const READABLE = ["FIT", "GPX"];

/** Stores what Garmin announced, with a job for each new file: the answer must not wait for the files. */
export async function acceptNotification(context: AppContext, notification: Notification): Promise<void> {
  const { activityFiles = [], deregistrations = [], userPermissionsChange = [] } = notification;
  await context.db.transaction().execute(async (trx) => {
    await deleteLinksOf(
      trx,
      deregistrations.map(({ userId }) => userId),
    );
    for (const { userId, permissions } of userPermissionsChange) await storePermissions(trx, userId, permissions);
    await acceptFiles(context, trx, activityFiles);
  });
}

/** Accounts that nobody has connected are ignored; a summary is taken once for each user. */
async function acceptFiles({ config, jobs }: AppContext, trx: Db, files: ActivityFile[]): Promise<void> {
  const users = await usersOfGarmin(trx, [...new Set(files.map(({ userId }) => userId))]);
  const rows = files.flatMap((file) => {
    const user_id = users.get(file.userId);
    return user_id ? [{ ...rowOf(file, config.secret, user_id), ...leftOut(file) }] : [];
  });
  // One statement takes no row twice.
  const once = new Map(rows.map((row) => [`${row.user_id} ${row.summary_id}`, row]));
  for (const activity_id of await insertActivities(trx, [...once.values()])) {
    await jobs.enqueue(trx, IMPORT_ACTIVITY, { activity_id });
  }
}

const rowOf = (file: ActivityFile, secret: string, user_id: number) => ({
  user_id,
  summary_id: file.summaryId,
  activity_id: file.activityId ?? null,
  name: file.activityName ?? null,
  file_type: file.fileType.toUpperCase(),
  callback_url: sealCallback(secret, file.summaryId, file.callbackURL),
});

/** Why a file is not imported, as columns of its row. */
function leftOut({ fileType, activityType }: ActivityFile) {
  const ignored = (reason: string) => ({ status: "ignored" as const, reason, callback_url: null });
  if (activityType && !SAILED.test(activityType)) return ignored("This is not an activity on the water.");
  if (!READABLE.includes(fileType.toUpperCase())) return ignored("Leebow does not read files of this kind.");
  return { status: "waiting" as const, reason: null };
}
