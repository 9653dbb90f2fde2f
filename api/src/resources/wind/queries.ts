import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import type { WindFileRow } from "../../access/wind.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import { isBeside, orderFrom, type TimeCursor } from "../../platform/http/page.ts";
import { LIMITS } from "../../platform/limits.ts";
import { requestAnalysis } from "../tracks/analyze-track.ts";
import { resultsOfWindFile, WIND_RESULT_FILES } from "./files.ts";
import type { WindFilesTable, WindUploadsTable } from "./tables.ts";

type WindUploadRow = Selectable<WindUploadsTable>;

/** For jobs, and for calls that have checked visibility already. */
export function findWindFile(db: Db, id: number): Promise<WindFileRow | undefined> {
  return db.selectFrom("wind_files").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Wind files of a user on one side of the cursor, nearest to it first: a page, and one row more when there are more. */
export async function listWindFiles(db: Db, user_id: number, cursor: TimeCursor | null) {
  const order = orderFrom(cursor);
  // A cursor has whole milliseconds.
  const sort_time = sql<Date>`date_trunc('milliseconds', created_at)`;
  let query = db.selectFrom("wind_files").selectAll().select(sort_time.as("sort_time")).where("user_id", "=", user_id);
  if (cursor) query = query.where(isBeside(cursor, sort_time, sql`id`));
  return query
    .orderBy(sort_time, order)
    .orderBy("id", order)
    .limit(LIMITS.page_size + 1)
    .execute();
}

export async function insertWindFile(trx: Db, file: Insertable<WindFilesTable>): Promise<number> {
  const row = await trx.insertInto("wind_files").values(file).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

export function findWindFileOfContent(
  db: Db,
  user_id: number,
  sha256: string,
): Promise<Pick<WindFileRow, "id" | "source_key"> | undefined> {
  return db
    .selectFrom("wind_files")
    .select(["id", "source_key"])
    .where("user_id", "=", user_id)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
}

export async function updateWindFile(db: Db, id: number, changes: Updateable<WindFilesTable>): Promise<boolean> {
  const result = await db.updateTable("wind_files").set(changes).where("id", "=", id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Locks a wind file until the transaction ends; false when there is none. */
export async function lockWindFile(trx: Db, id: number): Promise<boolean> {
  const row = await trx.selectFrom("wind_files").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Number and size of a user's wind files, with the lock of {@link lockQuotas}. */
export async function storedWindFiles(trx: Db, user_id: number): Promise<{ files: number; bytes: number }> {
  await lockQuotas(trx, user_id);
  const row = await trx
    .selectFrom("wind_files")
    .select((eb) => [eb.fn.countAll().as("files"), eb.fn.sum("source_bytes").as("bytes")])
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes ?? 0) };
}

export async function insertWindUpload(
  db: Db,
  upload: Pick<WindUploadRow, "key" | "user_id" | "expires_at">,
): Promise<void> {
  await db.insertInto("wind_uploads").values(upload).execute();
}

/** How many uploads of a user were begun that no wind file was made of, and whose files are not swept yet. */
export async function unclaimedUploads(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("wind_uploads")
    .select((eb) => eb.fn.countAll().as("uploads"))
    .where("user_id", "=", user_id)
    .where("wind_file_id", "is", null)
    .where("expires_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return Number(row.uploads);
}

export function findWindUpload(db: Db, user_id: number, key: string): Promise<WindUploadRow | undefined> {
  return db
    .selectFrom("wind_uploads")
    .selectAll()
    .where("key", "=", key)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
}

export async function claimWindUpload(trx: Db, key: string, wind_file_id: number): Promise<void> {
  await trx.updateTable("wind_uploads").set({ wind_file_id }).where("key", "=", key).execute();
}

/** Keys of the files of what was read of all wind files. */
export async function windResultFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("wind_files")
    .select(["result_key", "has_map"])
    .where("result_key", "is not", null)
    .execute();
  const { series, ...maps } = WIND_RESULT_FILES;
  return rows.flatMap(({ result_key, has_map }) =>
    [series, ...(has_map ? Object.values(maps) : [])].map((name) => `${result_key}/${name}`),
  );
}

/** Ids of the wind files that another version of the engine has read, or failed to read: the first behind `after`. */
export async function outdatedWindFiles(db: Db, engine: string, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("wind_files")
    .select("id")
    .where("processing_status", "in", [2, 3])
    .where((eb) => eb.or([eb("engine", "<", engine), eb("engine", ">", engine)]))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const STILL_READ = "This wind file is still being read. Attach it when that is done.";
const UNREADABLE = "This wind file could not be read, so it has no wind for a track.";

/** Throws where the wind file can have no wind for the track. */
export function checkWindFits(file: WindFileRow, track: TrackRow): void {
  if (file.processing_status === 1) throw detailError("wind_file_not_read", STILL_READ);
  if (file.processing_status === 2 || !file.start_time || !file.end_time)
    throw detailError("wind_file_not_read", UNREADABLE);
  // The times of a track are not known before its first analysis; a log without a date is of the track's day.
  if (file.undated || !track.start_time || !track.end_time) return;
  if (file.end_time < track.start_time || file.start_time > track.end_time) {
    const [wind, sailed] = [file, track].map((of) => `${text(of.start_time!)} to ${text(of.end_time!)}`);
    throw detailError(
      "wind_does_not_fit",
      `This wind file is from another time than the track: the wind from ${wind}, the track from ${sailed} (UTC).`,
    );
  }
}

const text = (time: Date) => time.toISOString().slice(0, 16).replace("T", " ");

/** Begins the track's analysis with this wind file. Throws 404 when it has been deleted meanwhile. */
export async function attachWindFile(
  context: AppContext,
  trx: Db,
  track_id: number,
  wind_file_id: number,
): Promise<void> {
  if (!(await lockWindFile(trx, wind_file_id))) throw notFound("This wind file");
  await requestAnalysis(context, trx, track_id, { wind_file_id });
}

/** Deletes a wind file's row; its tracks are analysed again without it. */
async function deleteWindFileRow(context: AppContext, trx: Db, id: number): Promise<void> {
  // First the file, so that nothing is attached to it meanwhile.
  await lockWindFile(trx, id);
  await detachEverywhere(context, trx, id);
  await trx.deleteFrom("wind_files").where("id", "=", id).execute();
}

/** Has the tracks of a locked wind file analysed again without it. */
export async function detachEverywhere(context: AppContext, trx: Db, id: number): Promise<void> {
  const tracks = await trx.selectFrom("tracks").select("id").where("wind_file_id", "=", id).orderBy("id").execute();
  for (const track of tracks) await requestAnalysis(context, trx, track.id, { wind_file_id: null });
}

/** Deletes a wind file with its reports and files; its tracks are analysed again without it. */
export async function removeWindFile(context: AppContext, file: { id: number; source_key: string }): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await deleteWindFileRow(context, trx, file.id);
    await deleteFiles(context, trx, [file.source_key, resultsOfWindFile(file.id)]);
  });
}
