import { quotaOf, sizeText } from "../admin/quota.ts";
import type { Db } from "../database/open.ts";
import { detailError, limitReached } from "../http/errors.ts";

/** Throws when one more file of this size is more than a user may store. The user's row is locked. */
export async function checkQuota(trx: Db, user_id: number, bytes: number): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select(["quota_bytes", "quota_tracks"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  const quota = quotaOf(user);
  const stored = await storedBy(trx, user_id);
  if (stored.tracks >= quota.tracks) {
    throw limitReached(`You have ${stored.tracks} tracks`);
  }
  if (stored.bytes + bytes > quota.bytes) {
    const limit = sizeText(quota.bytes);
    throw detailError(
      "storage_limit_reached",
      `Your recordings would take more than ${limit}, the most there can be. Delete some first.`,
    );
  }
}

/** Number and size of a user's recordings. */
async function storedBy(trx: Db, user_id: number): Promise<{ tracks: number; bytes: number }> {
  const row = await trx
    .selectFrom("tracks")
    .select((eb) => [eb.fn.countAll().as("tracks"), eb.fn.sum("source_bytes").as("bytes")])
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return { tracks: Number(row.tracks), bytes: Number(row.bytes ?? 0) };
}
