/** Recordings as they were uploaded (platform/files/folders.ts). */
export const TRACK_FILES = {
  folder: "sources",
  table: "tracks",
  column: "source_key",
  user_column: "user_id",
} as const;
