import type { AppContext } from "../../platform/context.ts";
import { deleteFiles, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { fieldError, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { MultipartFault, readFiles } from "../../platform/http/multipart.ts";
import { keepPicture, NO_PICTURE, type PictureKind } from "../../platform/http/picture.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { JOURNAL_ROUTES } from "./contract.ts";
import { photoKeys } from "./queries.ts";
import { changeableJournal, presented } from "./readable-journal.ts";

/** Photos of journal entries (platform/files/folders.ts). */
export const JOURNAL_FILES = {
  folder: "photos",
  table: "journal_photos",
  column: "file_key",
  user_column: "user_id",
} as const;

type PhotoRoutes = Pick<typeof JOURNAL_ROUTES, "POST /journals/{id}/photo/" | "DELETE /journals/{id}/photo/">;

const PHOTO: PictureKind = { folder: JOURNAL_FILES.folder, side_px: 2048, fit: "inside" };
const TOO_MANY = `An entry has at most ${LIMITS.journal_photos} photos. Delete one first.`;

export const PHOTO_HANDLERS: Handlers<PhotoRoutes> = {
  "POST /journals/{id}/photo/": async (call) => {
    const { context, viewer, c } = call;
    const { id } = await changeableJournal(call);
    const keys = await keepPhotos(context, c.req.raw);
    await withStoredFiles(context, keys, () => insertPhotos(context, id, viewer.id, keys));
    return { status: 201, body: await presented(context, viewer, id) };
  },

  "DELETE /journals/{id}/photo/": async (call) => {
    const { id } = await changeableJournal(call);
    await call.context.db.transaction().execute(async (trx) => {
      const deleted = await trx
        .deleteFrom("journal_photos")
        .where("id", "=", call.query.photo_id)
        .where("journal_id", "=", id)
        .returning("file_key")
        .executeTakeFirst();
      if (!deleted) throw notFound("This photo");
      await deleteFiles(call.context, trx, [deleted.file_key]);
    });
    return { status: 204 };
  },
};

/** Stores the pictures of the form and returns their keys in its order: all of them, or none. */
async function keepPhotos(context: AppContext, request: Request): Promise<string[]> {
  const { storage } = context;
  const form = await readFiles(request, storage, LIMITS.image_bytes, "file", LIMITS.journal_photos).catch(
    (error: unknown) => {
      throw error instanceof MultipartFault ? fieldError({ file: [NO_PICTURE] }) : error;
    },
  );
  const keys: string[] = [];
  try {
    if (form.files.length === 0) throw fieldError({ file: [NO_PICTURE] });
    if (form.file_count > LIMITS.journal_photos) throw fieldError({ file: [TOO_MANY] });
    // One after the other: each takes the memory of its pixels.
    for (const file of form.files) keys.push(await keepPicture(context, file, "file", PHOTO));
    return keys;
  } catch (error) {
    await removeAll(storage, keys);
    for (const { incoming } of form.files) await incoming.discard();
    throw error;
  }
}

/** Adds the photos. Throws 400 when there would be too many. */
function insertPhotos({ db }: AppContext, journal_id: number, user_id: number, keys: readonly string[]) {
  return db.transaction().execute(async (trx) => {
    const journal = await trx
      .selectFrom("journals")
      .select("id")
      .where("id", "=", journal_id)
      .forUpdate()
      .executeTakeFirst();
    if (!journal) throw notFound("This entry");
    if ((await photoKeys(trx, journal_id)).length + keys.length > LIMITS.journal_photos) {
      throw fieldError({ file: [TOO_MANY] });
    }
    await trx
      .insertInto("journal_photos")
      .values(keys.map((file_key) => ({ journal_id, user_id, file_key })))
      .execute();
  });
}

async function removeAll(storage: Storage, keys: readonly string[]): Promise<void> {
  for (const key of keys) await storage.remove(key);
}

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
