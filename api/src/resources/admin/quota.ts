import { countText } from "@leebow/core";
import { LIMITS } from "../../platform/limits.ts";

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
