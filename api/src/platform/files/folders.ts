import { type SqlBool, sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import type { Viewer } from "../http/viewer.ts";

/** A folder of the file storage whose files a column of a table refers to: files that cannot be computed again. */
export interface FileFolder {
  /** First part of the keys. */
  folder: string;
  table: string;
  /** Column with the key. */
  column: string;
  /** Column with the id of the user whose file it is; null when the files are not one user's. */
  user_column: string | null;
  /**
   * Whether the user an address was made for, or somebody without an account (null), may still read the file. Without this
   * function the signature of the address is enough.
   */
  mayRead?(context: AppContext, viewer: Viewer | null, key: string): Promise<boolean>;
}

type OfResources = Pick<AppContext, "resources">;

/** Every such folder. Files in them that no row refers to are moved to "unclaimed"; those of a user go with the account. */
export const foldersOf = ({ resources }: OfResources): FileFolder[] => resources.flatMap(({ files = [] }) => files);

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
export async function filesOfUser(context: OfResources, db: Db, user_id: number): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column, user_column } of foldersOf(context)) {
    if (user_column === null) continue;
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(user_column)} = ${user_id} and ${sql.ref(column)} is not null`.execute(db);
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}
