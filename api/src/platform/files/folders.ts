import { type SqlBool, sql } from "kysely";
import { USER_FILES } from "../../resources/account/files.ts";
import { JOURNAL_FILES } from "../../resources/journals/files.ts";
import { TEAM_FILES } from "../../resources/teams/files.ts";
import { TRACK_FILES } from "../../resources/tracks/files.ts";
import { JOINED_FILES } from "../../resources/tracks/joined-files.ts";
import { WIND_FILES } from "../../resources/wind/files.ts";
import type { Db } from "../db/open.ts";

/** A folder of the file storage whose files a column of a table refers to: files that cannot be computed again. */
export interface FileFolder {
  /** First part of the keys. */
  folder: string;
  table: string;
  /** Column with the key. */
  column: string;
  /** Column with the id of the user whose file it is; null when the files are not one user's. */
  user_column: string | null;
}

/** Every such folder. Files in them that no row refers to are moved to "unclaimed"; those of a user go with the account. */
export const FILE_FOLDERS: readonly FileFolder[] = [
  TRACK_FILES,
  JOINED_FILES,
  USER_FILES,
  TEAM_FILES,
  WIND_FILES,
  JOURNAL_FILES,
];

/** Keys of one query: PostgreSQL takes at most 65,535 parameters. */
const KEYS_PER_QUERY = 5000;

/** Which of these keys of the folder a row refers to. */
export async function knownFiles(db: Db, { table, column }: FileFolder, keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const some = keys.slice(from, from + KEYS_PER_QUERY);
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql<SqlBool>`${sql.ref(column)} in (${sql.join(some)})`}
    `.execute(db);
    for (const { key } of rows) known.add(key);
  }
  return known;
}

/** Keys of the files of a user in all of these folders. */
export async function filesOfUser(db: Db, user_id: number): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column, user_column } of FILE_FOLDERS) {
    if (user_column === null) continue;
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(user_column)} = ${user_id} and ${sql.ref(column)} is not null`.execute(db);
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}
