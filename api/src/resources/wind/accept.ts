import { randomUUID } from "node:crypto";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { removeUnused, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { detailError, fieldError, limitReached } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { requestAnalysis } from "../tracks/analyze-track.ts";
import { WIND_FILES, WIND_UPLOADS_FOLDER } from "./files.ts";
import {
  claimWindUpload,
  findWindFileOfContent,
  findWindUpload,
  insertWindFile,
  insertWindUpload,
  storedWindFiles,
  unclaimedUploads,
  updateWindFile,
} from "./queries.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";
import type { WindUpload } from "./schema.ts";

const UNKNOWN = "This upload is not known. Upload the file again.";
const EXPIRED = "This upload has expired. Upload the file again.";
const NO_ROOM = "The server has no room left for this file. Nothing was kept; try again later.";
const CONTENT_TYPE = "text/plain";

/** A wind file, and whether it is a new one. */
interface Accepted {
  id: number;
  created: boolean;
}

/**
 * Gives the user an address for one upload, and remembers to whom it was given. Throws 409 where the user may store no more,
 * and 429 where too many uploads were begun that no wind file was made of: until they expire their files take room.
 */
export async function issueUpload({ db, storage }: AppContext, user_id: number): Promise<WindUpload> {
  const key = `${WIND_UPLOADS_FOLDER}/${randomUUID()}.txt`;
  const [max_bytes, lifetime_s] = [LIMITS.wind_file_bytes, LIMITS.wind_upload_s];
  const now_ms = Date.now();
  await db.transaction().execute(async (trx) => {
    checkQuota(await storedWindFiles(trx, user_id), 1);
    if ((await unclaimedUploads(trx, user_id)) >= LIMITS.wind_uploads_unclaimed) throw tooManyUnclaimed();
    await insertWindUpload(trx, { key, user_id, expires_at: new Date(now_ms + LIMITS.wind_claim_s * 1000) });
  });
  const upload = await storage.signedUpload(key, { max_bytes, content_type: CONTENT_TYPE, lifetime_s });
  const expires_at = new Date(now_ms + lifetime_s * 1000).toISOString();
  return { file_path: key, ...upload, max_bytes, expires_at };
}

const tooManyUnclaimed = () =>
  detailError(
    "too_many_requests",
    `${LIMITS.wind_uploads_unclaimed} uploads of wind files were begun and not completed. Try again in an hour.`,
    { "Retry-After": String(LIMITS.wind_claim_s) },
  );

/**
 * Takes over an uploaded file as a wind file and returns its id. The file is copied under a key that no address was
 * given for, so that it never changes. When this resolves, file, row and job are durable.
 */
export async function acceptWindFile(
  context: AppContext,
  viewer: Viewer,
  { file_path, orig_file_name }: { file_path: string; orig_file_name: string },
): Promise<Accepted> {
  const upload = await findWindUpload(context.db, viewer.id, file_path);
  if (!upload) throw fieldError({ file_path: [UNKNOWN] });
  if (upload.wind_file_id !== null) return { id: upload.wind_file_id, created: false };
  if (upload.expires_at.getTime() < Date.now()) throw fieldError({ file_path: [EXPIRED] });
  const incoming = await receive(context, file_path);
  if (!incoming) return acceptedBefore(context, viewer, file_path);
  try {
    const accepted = await keepWindFile(context, viewer.id, orig_file_name, incoming, (trx, id) =>
      claimWindUpload(trx, file_path, id),
    );
    await context.storage.remove(file_path);
    return accepted;
  } finally {
    await incoming.discard();
  }
}

/** The wind file that another request made of this upload meanwhile. */
async function acceptedBefore({ db }: AppContext, viewer: Viewer, key: string): Promise<Accepted> {
  const id = (await findWindUpload(db, viewer.id, key))?.wind_file_id;
  if (!id) throw fieldError({ file_path: ["Track File required"] });
  return { id, created: false };
}

/** The uploaded file, received from the storage; null when there is none. */
async function receive({ storage }: AppContext, key: string): Promise<Incoming | null> {
  const stored = await storage.open(key);
  if (!stored) return null;
  if (stored.bytes === 0) throw fieldError({ file_path: ["This file is empty. Export it again and upload that."] });
  if (stored.bytes > LIMITS.wind_file_bytes) {
    await storage.remove(key);
    const limit = `${LIMITS.wind_file_bytes / 1024 / 1024} MB`;
    throw fieldError({ file_path: [`This file is larger than ${limit}, the most Leebow takes. Nothing was kept.`] });
  }
  return storage.receive(stored.stream()).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === "ENOSPC" ? detailError("no_room", NO_ROOM) : error;
  });
}

/**
 * Stores a received file as a wind file of this user: file, row and job, or nothing. A file that the user has already is
 * that wind file, whose own file it replaces where that is missing in the storage. `together` writes other rows in the same transaction.
 */
export async function keepWindFile(
  context: AppContext,
  user_id: number,
  original_name: string,
  incoming: Incoming,
  together: (trx: Db, id: number) => Promise<void>,
): Promise<Accepted> {
  const { db, jobs, storage } = context;
  const { bytes: source_bytes, sha256 } = incoming;
  const source_key = `${WIND_FILES.folder}/${randomUUID()}.txt`;
  await incoming.keep(source_key);
  const accepted = await withStoredFiles(context, [source_key], () =>
    db.transaction().execute(async (trx) => {
      const stored = await storedWindFiles(trx, user_id);
      const existing = await findWindFileOfContent(trx, user_id, sha256);
      if (existing) {
        const is_used = !(await storage.open(existing.source_key));
        if (is_used) await replaceLost(context, trx, existing.id, source_key);
        await together(trx, existing.id);
        return { id: existing.id, created: false, is_used };
      }
      checkQuota(stored, source_bytes);
      const id = await insertWindFile(trx, { user_id, original_name, source_key, source_bytes, sha256 });
      await together(trx, id);
      await jobs.enqueue(trx, READ_WIND_FILE, { wind_file_id: id });
      return { id, created: true, is_used: true };
    }),
  );
  if (!accepted.is_used) await removeUnused(context, source_key);
  return accepted;
}

/** The file takes the place of one that the storage has lost; the tracks that were analysed without it are again, with it. */
async function replaceLost(context: AppContext, trx: Db, id: number, source_key: string): Promise<void> {
  await updateWindFile(trx, id, { source_key });
  const without = trx
    .selectFrom("tracks")
    .select("id")
    .where("wind_file_id", "=", id)
    .where("wind_error", "is not", null);
  for (const track of await without.orderBy("id").execute()) await requestAnalysis(context, trx, track.id);
}

function checkQuota(stored: { files: number; bytes: number }, bytes: number): void {
  if (stored.files >= LIMITS.wind_files_per_user) {
    throw limitReached(`You have ${LIMITS.wind_files_per_user} wind files`);
  }
  if (stored.bytes + bytes > LIMITS.wind_bytes_per_user) {
    const limit = `${LIMITS.wind_bytes_per_user / 1024 ** 3} GB`;
    throw limitReached(`Your wind files would take more than ${limit}`);
  }
}
