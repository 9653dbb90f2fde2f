/** Logos of teams (platform/files/folders.ts). A logo belongs to its team: it outlives the account of the team's creator. */
export const TEAM_FILES = { folder: "logos", table: "teams", column: "logo_key", user_column: null } as const;
