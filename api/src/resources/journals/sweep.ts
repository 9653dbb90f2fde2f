import type { AppContext } from "../../platform/context.ts";

/** Rows of one query. */
const BATCH = 1000;

/**
 * Deletes the files of photos whose rows are gone: with their entry, or by cascade with a track, a race or an account. A
 * trigger writes their keys, so that they are not mistaken for files that a restored database does not know.
 */
export async function sweepDeletedPhotos({ db, storage }: Pick<AppContext, "db" | "storage">): Promise<void> {
  for (;;) {
    const rows = await db.selectFrom("deleted_photos").select("file_key").limit(BATCH).execute();
    for (const { file_key } of rows) {
      await storage.remove(file_key);
      await db.deleteFrom("deleted_photos").where("file_key", "=", file_key).execute();
    }
    if (rows.length < BATCH) return;
  }
}
