/** Profile pictures (platform/files/folders.ts). */
export const USER_FILES = { folder: "profiles", table: "users", column: "image", user_column: "id" } as const;
