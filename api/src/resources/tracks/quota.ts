import { countText } from "@leebow/core";
import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { detailError, limitReached } from "../../platform/http/errors.ts";
import { LIMITS } from "../../platform/limits.ts";
import { STORED_FILES } from "./stored-files.ts";

const GB = 1024 ** 3;

/** What one user may store. */
export interface Quota {
  /** Of recordings. */
  bytes: number;
  tracks: number;
}

interface QuotaColumns {
  quota_bytes: number | null;
  quota_tracks: number | null;
}

/** What a user may store: the own quota, or the usual one. */
export function quotaOf({ quota_bytes, quota_tracks }: QuotaColumns): Quota {
  return { bytes: quota_bytes ?? LIMITS.stored_bytes_per_user, tracks: quota_tracks ?? LIMITS.tracks_per_user };
}

/** An own quota as words, "20 GB and 9000 tracks"; null without one. */
export function quotaText(columns: QuotaColumns): string | null {
  if (columns.quota_bytes === null && columns.quota_tracks === null) return null;
  const { bytes, tracks } = quotaOf(columns);
  return `${sizeText(bytes)} and ${countText(tracks, "track")}`;
}

/** "20 GB", "0.5 GB", "300 MB" */
export function sizeText(bytes: number): string {
  if (bytes >= GB / 10) return `${Math.round((bytes / GB) * 100) / 100} GB`;
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}

/** Throws when so many more tracks and bytes are more than a user may store. The user's row is locked. */
export async function checkQuota(trx: Db, user_id: number, more: { tracks: number; bytes: number }): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select(["quota_bytes", "quota_tracks"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  const quota = quotaOf(user);
  const stored = await storedBy(trx, user_id);
  if (stored.tracks + more.tracks > quota.tracks) {
    throw limitReached(`You have ${stored.tracks} tracks`);
  }
  if (stored.bytes + more.bytes > quota.bytes) {
    const limit = sizeText(quota.bytes);
    throw detailError(
      "storage_limit_reached",
      `Your recordings would take more than ${limit}, the most there can be. Delete some first.`,
    );
  }
}

/** Number of a user's recordings, and their size with the files that they were made of. */
async function storedBy(trx: Db, user_id: number): Promise<{ tracks: number; bytes: number }> {
  const { rows } = await sql<{ tracks: string; bytes: string }>`select coalesce(sum(tracks), 0) as tracks,
    coalesce(sum(source_bytes), 0) as bytes from ${STORED_FILES} as stored where user_id = ${user_id}`.execute(trx);
  return { tracks: Number(rows[0]!.tracks), bytes: Number(rows[0]!.bytes) };
}
