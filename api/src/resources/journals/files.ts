/** Photos of journal entries (platform/files/folders.ts). */
export const JOURNAL_FILES = {
  folder: "photos",
  table: "journal_photos",
  column: "file_key",
  user_column: "user_id",
} as const;
